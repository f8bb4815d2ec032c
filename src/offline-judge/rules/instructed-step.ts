import { type Rule, yes } from '../rule.js';

const STEP =
  /^(?:(?:first|then|next|now|finally|after that|afterwards|to do (?:this|so|that)),?\s+)?(?:just |simply |please )?(?:open|go to|click|tap|select|choose|pick|press|type|enter|sign in|log in|navigate|scroll|turn (?:on|off)|install|run|connect|unplug|plug|restart|reboot|download|upload|attach|fill (?:in|out)|switch|enable|disable|reset|paste|copy|drag|hold|insert|remove|place|preheat|mix|stir|pour|boil|bake|heat|chop|whisk|combine|cut|fold|measure|import|call|contact|email|write to|wait|confirm|verify|use|set)\b/i;
const STEP_ELSEWHERE =
  /^(?:(?:zuerst|dann|danach|anschließend|nun|zum schluss),?\s+)?(?:öffnen|klicken|wählen|tippen|geben|gehen|melden|drücken|starten|installieren|verbinden|warten|laden|scrollen|bestätigen|schalten|setzen) sie\b|(?:クリック|タップ|選択|入力|開(?:き|いて)|押(?:し|して)|選(?:び|んで)|ログイン|ダウンロード|インストール).*(?:ます|ください|して|する)?[。．]?$/i;

/** A step of the way that was asked for: "How do I …?" is answered by orders that need not repeat the question. */
export const instructedStep: Rule = ({ statement, request, answer, place }) => {
  if (request.kind === 'list' || request.expected !== 'steps' || place < 0) return null;
  const unit = answer.units[place];
  if (STEP.test(statement.text) || STEP_ELSEWHERE.test(statement.text))
    return yes('It is a step of what was asked for.');
  if (unit?.numbered === true && !unit.clause) return yes('It is a numbered step of what was asked for.');
  return null;
};
