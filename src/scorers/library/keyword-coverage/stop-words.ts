/** English words that a keyword list leaves out: function words and words that say little anywhere. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those such same other another each every either neither both all any some no none few
  many much more most less least several own enough
  i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers
  herself it its itself they them their theirs themselves one ones someone somebody something anyone anybody anything
  everyone everybody everything nobody nothing
  and or but nor so yet for if then else than because as since while although though unless until whether whereas
  however therefore thus hence moreover furthermore otherwise instead besides
  of in on at by to from with without within into onto upon over under about above below between among through
  throughout during before after against along across around behind beside beyond near off out up down toward towards
  per via like unlike except despite
  am is are was were be been being do does did doing done have has had having will would shall should can could may
  might must ought cannot get gets got getting gotten go goes going gone went let lets make makes made come comes came
  take taken took seem seems seemed become becomes became keep keeps kept tell tells told want wants wanted need needs
  use uses used using say says said see seen saw know knows known knew think thought give gives given gave
  look looks looking try tries trying tried help ask asked asking mean means
  not never only just also too very quite rather almost already always often sometimes usually still even ever again
  once twice now here there away perhaps maybe indeed really actually certainly probably likely mostly mainly nearly
  well soon later today
  what which who whom whose when where why how whatever whichever whoever whenever wherever
  yes please thank thanks hello hi ok okay sorry welcome
  i'm you're he's she's it's we're they're i've you've we've they've i'd you'd he'd she'd we'd they'd i'll you'll
  he'll she'll it'll we'll they'll isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't
  wouldn't shan't shouldn't can't couldn't mustn't let's that's who's what's here's there's where's when's how's
  first second last next new able different certain particular various possible example etc eg ie vs`.split(
    /\s+/,
  ),
);
