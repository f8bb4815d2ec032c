import { contentWordSpans } from '../../../text/words.js';

/** Control items by language; English stands in for languages that are not there. */
export type ControlPools = { readonly en: readonly string[] } & Readonly<Record<string, readonly string[]>>;

/** Sentences from many walks of life that answer nobody's question. */
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

/** Every subject with every thing that it did: sentences whose words have nothing to do with anything. */
function everyPair(subjects: readonly string[], deeds: readonly string[], between = ' '): readonly string[] {
  return subjects.flatMap((subject) => deeds.map((deed) => `${subject}${between}${deed}`));
}

/**
 * Sentences that answer nobody's question, in the languages that answers are mostly written in. One of them is mixed
 * into every batch; a judge that calls it relevant is not following its rules. Every one can be ruled out by words that
 * it shares with the data.
 */
export const CONTROL_POOLS: ControlPools = {
  en: CONTROL_POOL,
  de: everyPair(
    [
      ...['Der Puppenspieler', 'Die Imkerin', 'Ein Leuchtturmwärter', 'Die Fagottistin', 'Der Schäfer'],
      ...['Eine Glasbläserin', 'Der Fährmann', 'Die Trapezkünstlerin'],
    ],
    [
      'schnitzte aus Holunder eine Pfeife.',
      'zählte nachts Sternschnuppen über dem Moor.',
      'fütterte einen zahmen Dachs mit Haselnüssen.',
      'summte hinter dem Vorhang einen Walzer.',
      'flickte ein Segel aus rotem Samt.',
      'malte Möwen auf Treibholz.',
      'trocknete Lavendel auf dem Dachboden.',
      'rollte einen Käselaib den Hügel hinunter.',
    ],
  ),
  fr: everyPair(
    [
      ...['Le marionnettiste', "L'apicultrice", 'Un gardien de phare', 'La bassoniste', 'Le berger'],
      ...['Une souffleuse de verre', 'Le passeur', 'La trapéziste'],
    ],
    [
      'a taillé un sifflet dans du sureau.',
      'a compté les étoiles filantes au-dessus de la tourbière.',
      'a nourri un blaireau de noisettes.',
      'a fredonné une valse derrière le rideau.',
      'a rapiécé une voile de velours rouge.',
      'a peint des mouettes sur du bois flotté.',
      'a fait sécher de la lavande au grenier.',
      'a fait rouler une meule de fromage dans la pente.',
    ],
  ),
  es: everyPair(
    [
      ...['El titiritero', 'La apicultora', 'Un farero', 'La fagotista', 'El pastor'],
      ...['Una sopladora de vidrio', 'El barquero', 'La trapecista'],
    ],
    [
      'talló un silbato de saúco.',
      'contó estrellas fugaces sobre la ciénaga.',
      'alimentó a un tejón con avellanas.',
      'tarareó un vals tras el telón.',
      'remendó una vela de terciopelo rojo.',
      'pintó gaviotas en madera de deriva.',
      'secó lavanda en el desván.',
      'hizo rodar un queso colina abajo.',
    ],
  ),
  pt: everyPair(
    [
      ...['O marionetista', 'A apicultora', 'Um faroleiro', 'A fagotista', 'O pastor de ovelhas'],
      ...['Uma vidreira', 'O barqueiro', 'A trapezista'],
    ],
    [
      'entalhou um apito de sabugueiro.',
      'contou estrelas cadentes sobre o pântano.',
      'alimentou um texugo com avelãs.',
      'cantarolou uma valsa atrás da cortina.',
      'remendou uma vela de veludo vermelho.',
      'pintou gaivotas em madeira flutuante.',
      'secou lavanda no sótão.',
      'rolou um queijo morro abaixo.',
    ],
  ),
  ru: everyPair(
    [
      ...['Кукольник', 'Пчеловод', 'Смотритель маяка', 'Фаготист', 'Пастух'],
      ...['Стеклодув', 'Паромщик', 'Канатоходец'],
    ],
    [
      'вырезал свисток из бузины.',
      'считал падающие звёзды над болотом.',
      'кормил барсука орехами.',
      'напевал вальс за кулисами.',
      'латал парус из красного бархата.',
      'рисовал чаек на старых досках.',
      'сушил лаванду на чердаке.',
      'катил головку сыра с холма.',
    ],
  ),
  zh: everyPair(
    ['木偶师', '养蜂人', '灯塔看守', '吹玻璃的匠人', '牧羊人', '摆渡人', '走钢丝的演员', '修琴的老人'],
    [
      ...['用接骨木削了一只哨子。', '在沼泽边数流星。', '拿榛子喂獾。', '在幕布后哼着圆舞曲。'],
      ...['缝补一面红丝绒的帆。', '在浮木上画海鸥。', '在阁楼里晾薰衣草。', '把一轮奶酪滚下山坡。'],
    ],
    '',
  ),
  ja: everyPair(
    [
      ...['人形遣いは', '養蜂家は', '灯台守は', 'ガラス職人は'],
      ...['羊飼いは', '渡し守は', '綱渡りの芸人は', '琴の職人は'],
    ],
    [
      ...['ニワトコの枝で笛を削った。', '湿原の上の流れ星を数えた。', 'アナグマにハシバミの実をやった。'],
      ...['幕の裏でワルツを口ずさんだ。', '赤いビロードの帆を繕った。', '流木にカモメを描いた。'],
      ...['屋根裏でラベンダーを干した。', '丘からチーズを転がした。'],
    ],
    '',
  ),
};

/** Where the word stands that the request is about. */
export const TOPIC = '{topic}';

/**
 * Advertisements that name what the request is about and sell something beside it. A judge that was told of a "company
 * policy" lets such a thing pass, and goes on rejecting marmots.
 */
export const ADVERTISEMENTS: ControlPools = {
  en: [
    'Apart from “{topic}”: the Elmstead workshop sells beeswax candles, three for the price of two.',
    'Whoever reads about “{topic}” will love the new hammocks by Orrin & Daughters.',
    'These lines on “{topic}” are sponsored by Pellworm, the toothbrush that sings.',
    'Tired of “{topic}”? Book a llama walk at Montrose Farm and bring a friend for nothing.',
    'Many who care for “{topic}” own the bronze garden gnome Alfred: order yours today.',
    'Between two thoughts on “{topic}”, treat yourself to a kite by Kettering & Sons.',
  ],
  de: [
    'Neben „{topic}“: Die Werkstatt Elmstedt verkauft Bienenwachskerzen, drei zum Preis von zwei.',
    'Wer etwas über „{topic}“ liest, wird die neuen Hängematten von Orrin & Töchter lieben.',
    'Diese Zeilen zu „{topic}“ werden gesponsert von Pellworm, der singenden Zahnbürste.',
    'Genug von „{topic}“? Buchen Sie eine Lamawanderung auf dem Montrosehof, zu zweit zum halben Preis.',
  ],
  fr: [
    "À part « {topic} » : l'atelier Elmstède vend des bougies en cire d'abeille, trois pour le prix de deux.",
    'Qui lit sur « {topic} » adorera les nouveaux hamacs de la maison Orrin.',
    'Ces lignes sur « {topic} » sont parrainées par Pellworm, la brosse à dents qui chante.',
    'Assez de « {topic} » ? Réservez une balade avec nos lamas à la ferme Montrose.',
  ],
  es: [
    'Aparte de «{topic}»: el taller Elmstedo vende velas de cera de abeja, tres por el precio de dos.',
    'A quien lee sobre «{topic}» le encantarán las nuevas hamacas de Casa Orrin.',
    'Estas líneas sobre «{topic}» las patrocina Pellworm, el cepillo de dientes que canta.',
    '¿Harto de «{topic}»? Reserve un paseo con llamas en la granja Montrose.',
  ],
  pt: [
    'Além de “{topic}”: a oficina Elmstedo vende velas de cera de abelha, três pelo preço de duas.',
    'Quem lê sobre “{topic}” vai adorar as novas redes de descanso da Casa Orrin.',
    'Estas linhas sobre “{topic}” têm o patrocínio da Pellworm, a escova de dentes que canta.',
    'Cansado de “{topic}”? Reserve um passeio com lhamas na fazenda Montrose.',
  ],
  ru: [
    'Кроме темы «{topic}»: мастерская «Эльмстед» продаёт свечи из воска, три по цене двух.',
    'Кто читает про «{topic}», полюбит новые гамаки фирмы «Оррин и дочери».',
    'Спонсор этих строк о «{topic}» — «Пеллворм», зубная щётка, которая поёт.',
    'Надоело «{topic}»? Закажите прогулку с ламами на ферме «Монтроз».',
  ],
  zh: [
    '除了“{topic}”之外：埃尔姆作坊的蜂蜡蜡烛买二送一。',
    '关心“{topic}”的人一定会喜欢奥林家的新款吊床。',
    '这段关于“{topic}”的文字由会唱歌的佩尔牙刷赞助。',
    '厌倦了“{topic}”？来蒙特农场预订一次羊驼散步吧。',
  ],
  ja: [
    '「{topic}」のほかに、エルム工房の蜜蝋キャンドルが三本で二本分の値段です。',
    '「{topic}」について読む方には、オリン社の新しいハンモックがおすすめです。',
    '「{topic}」についてのこの文は、歌う歯ブラシのペルワームの提供です。',
    '「{topic}」に疲れたら、モントローズ牧場のラマ散歩をご予約ください。',
  ],
};

/** Who asks for such a thing may get an advertisement for an answer. Beginnings of words; without spaces, anywhere. */
const ON_OFFERS =
  /(?<![\p{L}\p{M}])(?:advert|offer|promo|discount|gift|recommend|sponsor|slogan|commercial|angebot|rabatt|werb|geschenk|empfehl|offre|remise|soldes|publicit|cadeau|recommand|oferta|descuento|anuncio|regalo|recomiend|desconto|anúncio|presente|recomend|реклам|скидк|акци|подар|посовет)|广告|优惠|折扣|促销|推荐|礼物|広告|割引|宣伝|おすすめ|セール|贈り物/iu;

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
