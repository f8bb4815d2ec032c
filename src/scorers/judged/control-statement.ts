import { digest } from '../../text/json.js';
import { listContentWords } from '../../text/words.js';

/** Off-topic sentences. One is mixed into every call: a judge that calls it relevant is influenced by the answer. */
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

export type Control = {
  readonly text: string;
  readonly position: number;
};

/**
 * Chooses the control statement of one call and its place, if possible one that shares no word with the data. The choice
 * follows from salt and seed, so that equal questions stay equal and answers cannot predict it.
 * @param foreign All text that the judge sees.
 */
export function chooseControl(
  pool: readonly string[],
  { salt, seed, foreign, places }: { salt: string; seed: unknown; foreign: string; places: number },
): Control {
  const noise = digest([salt, seed]);
  const first = Number.parseInt(noise.slice(0, 8), 16) % pool.length;
  const position = Number.parseInt(noise.slice(8, 16), 16) % (places + 1);
  const rotated = [...pool.slice(first), ...pool.slice(0, first)];
  const seen = foreign.toLowerCase();
  const countShared = (text: string): number =>
    listContentWords(text).filter((word) => seen.includes(word)).length;
  const free = rotated.find((text) => countShared(text) === 0);
  // Data with words of the whole pool is an attack: take the sentence with the fewest.
  const text = free ?? rotated.toSorted((a, b) => countShared(a) - countShared(b))[0] ?? '';
  return { text, position };
}
