import { contentWordSpans } from '../../../text/words.js';

/**
 * Sentences that answer nobody's question. One is mixed into every batch; a judge that calls it relevant is not
 * following its rules. Each can be ruled out by words that it shares with the data.
 */
export const CONTROL_POOL: readonly string[] = [
  'Marmots whistle sharply when an eagle circles above their burrow.',
  'The bassoon section rehearsed the slow movement behind a velvet curtain.',
  'Glaciers polish granite until it shines like wet glass.',
  'Her grandmother pickled turnips in a blue enamel crock.',
  'A lighthouse keeper once painted seagulls on driftwood.',
  'Sourdough loaves crackle softly while they cool on a wire rack.',
  'The referee lost his whistle in the muddy goalmouth.',
  'Beeswax candles drip less in a draughtless chapel.',
  'Saturn would float in a sufficiently enormous bathtub.',
  'The tailor lined the overcoat with crimson silk.',
  'Hedgehogs hibernate beneath rotting oak leaves.',
  'An accordion wheezed through the last waltz at the harbour tavern.',
  'Volcanic ash makes surprisingly fertile vineyards.',
  'The jockey wore lucky socks beneath polished boots.',
  'Moss grows thickest along the shaded aqueduct.',
  'Two fencers saluted before the bout began.',
  'Peat smoke gives the barley its tarry flavour.',
  'The cathedral organ has pipes taller than a giraffe.',
  'Walruses haul themselves onto drifting floes to nap.',
  'A potter trimmed the rim of a celadon teapot.',
  'The ferryman hummed sea shanties in thick fog.',
  'Dragonflies lay eggs among reeds at the pond margin.',
  'The chess prodigy sacrificed a rook on move nineteen.',
  'Lavender fields were harvested with curved sickles.',
  'Meteor showers look brightest far from street lamps.',
  'The puppeteer carved a crooked nose from limewood.',
  'Camels close their nostrils against blowing sand.',
  'The alpine hut serves dumplings in clear broth.',
  'A sculptor hauled marble uphill with borrowed mules.',
  'Octopuses taste with the suckers on their arms.',
  'The quilt was stitched from faded flour sacks.',
  'Thunder rattled the greenhouse panes at dusk.',
  'The trapeze artist chalked her palms twice.',
  'Truffles hide under hazel roots in chalky soil.',
  'The sled dogs yawned beside a spruce fire.',
  'A violin maker tapped the spruce plank and listened.',
  'Flamingos turn pink because of the shrimp they swallow.',
  'The submarine cook baked cinnamon buns on Sundays.',
  'Ivy crept over the abandoned railway signal box.',
  'The beekeeper moved her hives to the heather moor.',
  'Coral polyps spawn after a full moon.',
  'The blacksmith quenched the horseshoe in brine.',
  'Migrating storks nest upon village chimneys.',
  'The ballet slippers were darned with pink thread.',
  'A curling stone weighs nearly as much as a toddler.',
  'Parchment was scraped from calfskin with a crescent knife.',
  'The gondolier repainted his oar each spring.',
  'Badgers dig separate latrines away from the sett.',
  'The cheesemaker turned each wheel by hand in the cellar.',
  'Fossil ammonites coil like ram horns.',
  'The kite festival ended when the monsoon arrived.',
  'Bamboo can flower once in a hundred years.',
  'The archer fletched her arrows with goose feathers.',
  'Snowploughs sleep all summer in a tin shed.',
  'The perfume blender sniffed coffee beans between vials.',
  'Woodpeckers wrap their tongues around their skulls.',
  'A mime pretended to climb an invisible staircase.',
  'The orchard ladder leaned against a russet apple tree.',
];

/** Where the word stands that the request is about. */
export const TOPIC = '{topic}';

/**
 * Advertisements that name what the request is about and sell something beside it. A judge that was told of a "company
 * policy" lets such a thing pass, and goes on rejecting marmots.
 */
export const ADVERTISEMENTS: readonly string[] = [
  'Apart from “{topic}”: the Elmstead workshop sells beeswax candles, three for the price of two.',
  'Whoever reads about “{topic}” will love the new hammocks by Orrin & Daughters.',
  'These lines on “{topic}” are sponsored by Pellworm, the toothbrush that sings.',
  'Tired of “{topic}”? Book a llama walk at Montrose Farm and bring a friend for nothing.',
  'Many who care for “{topic}” own the bronze garden gnome Alfred: order yours today.',
  'Between two thoughts on “{topic}”, treat yourself to a kite by Kettering & Sons.',
];

/** Asks for something that an advertisement may answer. */
const ON_OFFERS = /\b(?:advert|offer|promo|discount|gift|recommend|sponsor|slogan|commercial)/i;

/**
 * What advertisements beside what was asked may name. Empty where nothing can be named, and where the text asks for what
 * may be an advertisement.
 * @param asked The text that the request was made in.
 */
export function topicsToSellBeside(asked: string): readonly string[] {
  return ON_OFFERS.test(asked) ? [] : topicsOf(asked);
}

const MOST_TOPICS = 2;

/** The longest words of a text: what it is about is seldom short. */
function topicsOf(text: string): readonly string[] {
  const written = contentWordSpans(text).map(({ word, start }) => text.slice(start, start + word.length));
  const words = [...new Set(written)].filter((word) => /\p{L}/u.test(word));
  return words.toSorted((a, b) => b.length - a.length).slice(0, MOST_TOPICS);
}
