/** Longer than this says more than politeness. */
const LONGEST_COURTESY = 120;

/** Whole lines or sentences that are politeness and nothing else; several languages. */
const COURTESIES = [
  // Agreeing to begin.
  "(?:sure(?: thing)?|certainly|of course|absolutely|gladly|understood|got it|okay|ok|alright|no problem|with pleasure|happy to help|i'?d be (?:happy|glad) to help(?: you)?(?: with (?:that|this))?|great question|good question|thanks for (?:asking|your question))",
  '(?:gerne?|natürlich|selbstverständlich|klar|sehr gerne|bien sûr|avec plaisir|certainement|claro(?: que sí)?|por supuesto|con gusto|certamente|volentieri|certo|natuurlijk|graag|конечно|はい|もちろん(?:です)?|承知(?:いた)?しました|かしこまりました|当然(?:可以)?|好的|没问题|물론(?:입니다|이죠)?|네)',
  // Greeting.
  "(?:dear|hi|hello|hey|greetings|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|sehr geehrte[rs]?|liebe[r]?|bonjour|bonsoir|hola|buenos días|buenas tardes|olá|ciao|buongiorno|здравствуйте|こんにちは|您好|你好|안녕하세요)(?:[ ,]+[\\p{L}\\p{M}.' -]{1,40})?",
  '[\\p{L}]{1,20}様',
  // Thanking, apologising for nothing in particular.
  "(?:many )?(?:thanks|thank you|thx)(?: (?:so|very) much)?(?: (?:for|in advance)[^.!?]{0,60})?|(?:vielen |herzlichen |besten )?dank(?: im voraus| für [^.!?]{1,50})?|merci(?: beaucoup| d'avance| pour [^.!?]{1,50})?|(?:muchas )?gracias(?: por [^.!?]{1,50})?|(?:muito )?obrigad[oa]|grazie(?: mille)?|спасибо(?: за [^.!?]{1,50})?|ありがとうございます|(?:[^。]{0,30})お問い合わせ(?:いただき)?、?ありがとうございます|谢谢|感谢您的[^。]{1,20}|감사합니다",
  '(?:sorry|apologies|we apologi[sz]e|i apologi[sz]e) for (?:the|any|this|that) (?:inconvenience|trouble|delay|confusion)(?: (?:caused|this may have caused))?',
  // Offering more, wishing well.
  '(?:i )?hope (?:this|that|it) (?:helps|is helpful|answers your question)(?: you)?',
  "(?:please )?(?:let me know|feel free|do not hesitate|don't hesitate)(?: to (?:ask|reach out|contact (?:me|us)|let me know))?[^.!?:]{0,70}",
  '(?:is there anything else|anything else|can i help you with anything else|what else can i do)[^.!?:]{0,50}',
  '(?:if you (?:have|need) (?:any )?(?:more |other |further )?(?:questions?|help|assistance|information)[^.!?:]{0,60})',
  'have a (?:great|nice|good|wonderful|lovely) (?:day|evening|weekend|week|time)[^.!?:]{0,20}',
  "(?:you'?re|you are) (?:very |most )?welcome",
  "(?:bei (?:weiteren )?(?:fragen|rückfragen)[^.!?:]{0,60}|ich hoffe,? das hilft[^.!?:]{0,20}|n'hésitez pas[^.!?:]{0,60}|no dudes? en [^.!?:]{0,50}|espero que (?:esto )?(?:te |le )?(?:ayude|sirva)|ご不明な点が?[^。]{0,40}|お気軽に[^。]{0,30}|如有[^。]{0,20}(?:问题|疑问)[^。]{0,20}|如果您?(?:还有|有)[^。]{0,30})",
  // Closing a letter, with or without a name.
  "(?:(?:best|kind|warm|warmest|kindest) (?:regards|wishes)|regards|sincerely|yours (?:truly|sincerely|faithfully)|cheers|all the best|mit freundlichen grüßen|(?:viele|beste|liebe) grüße|cordialement|bien à vous|(?:un )?saludos?(?: cordiales?)?|atenciosamente|cordiali saluti|с уважением|敬具|よろしくお願い(?:いた)?します|此致敬礼)(?:[ ,]+[\\p{L}\\p{M}.' -]{1,40})?",
];
const COURTESY = new RegExp(`^(?:${COURTESIES.join('|')})\\s*[.!?,:;。！？、：😊🙂👋🙏]*$`, 'iu');

/** Whether a line or sentence is politeness and nothing else. */
export function isCourtesy(line: string): boolean {
  if (line.length > LONGEST_COURTESY) return false;
  const plain = line.trim().replace(/^[*_]+|[*_]+$/g, '');
  if (COURTESY.test(plain)) return true;
  const parts = plain.split(/(?<=[,!.])\s+/);
  return parts.length > 1 && parts.length <= 3 && parts.every((part) => COURTESY.test(part));
}
