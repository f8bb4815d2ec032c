import { createWordList, FUNCTION_WORDS } from '../../../text/function-words.js';

/** English words that a keyword list leaves out: function words and words that say little anywhere. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set([
  ...(FUNCTION_WORDS.get('en') ?? []),
  ...createWordList(
    `either neither none many much less least several enough one ones someone somebody something anyone anybody
    anything everyone everybody everything nobody nothing else whereas thus hence moreover furthermore otherwise
    instead besides among throughout along across around behind beside beyond near toward towards like unlike
    except despite ought get gets got getting gotten go goes going gone went let make makes made come comes came
    take taken took seem seems seemed become becomes became keep keeps kept tell tells told want wants wanted
    need needs use uses used using say says said see seen saw know knows known knew think thought give gives
    given gave look looks looking try tries trying tried help ask asked asking mean means never quite rather
    almost already always often sometimes usually still even ever once twice now away perhaps maybe indeed
    really actually certainly probably likely mostly mainly nearly well soon later today whatever whichever
    whoever whenever wherever thank thanks hello hi ok okay sorry welcome when's how's first second last next
    new able different certain particular various possible example etc eg ie vs`,
  ),
]);
