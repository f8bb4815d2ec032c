/** A lamp shop: 30 questions of customers, each with an id and an answer of three sentences, about orders first. */
export const SHOP: readonly (readonly [id: string, question: string, answer: readonly string[]])[] = [
  [
    'invoice',
    'Where do I find my invoice?',
    [
      'Every invoice is in your account under Orders.',
      'We also send it by email on the day of dispatch.',
      'A copy can be printed there for ten years.',
    ],
  ],
  [
    'payment',
    'Which payment methods do you accept?',
    [
      'You can pay by card, bank transfer or on account.',
      'Card payments are charged on the day of dispatch.',
      'On account, the amount is due within 14 days.',
    ],
  ],
  [
    'student',
    'Is there a student discount?',
    [
      'Students get 10% off with a valid student card.',
      'Upload the card in your account under Discounts.',
      'The discount does not apply to spare parts.',
    ],
  ],
  [
    'vat',
    'Can I change the VAT number on an invoice?',
    [
      'Yes, edit the number in your account under Company.',
      'Then ask for a new copy of the invoice there.',
      'Invoices of an earlier year cannot be changed.',
    ],
  ],
  [
    'cancel-order',
    'How do I cancel my order?',
    [
      'You can cancel in your account under Orders until we dispatch it.',
      'After dispatch, refuse the parcel or send it back.',
      'We refund the full price within 5 working days.',
    ],
  ],
  [
    'return-window',
    'How long do I have to return a lamp?',
    [
      'You have 30 days from delivery to return a lamp.',
      'Print the free label in your account under Returns.',
      'The refund arrives within 5 working days after we receive it.',
    ],
  ],
  [
    'late-parcel',
    'My parcel is a week late. What can I do?',
    [
      'Look at the tracking link in the email of dispatch first.',
      'If it has not moved for three days, write to us.',
      'We then send the lamp again at no cost.',
    ],
  ],
  [
    'declined',
    'My card was declined. What now?',
    [
      'Your order is kept for 48 hours.',
      'Choose another payment method in your account under Orders.',
      'After that, the order is cancelled without a charge.',
    ],
  ],
  [
    'broken-glass',
    'The glass arrived broken. What do I do?',
    [
      'Send us a photo of the glass and of the parcel.',
      'We send a new glass within two working days.',
      'You do not need to return the broken one.',
    ],
  ],
  [
    'gift-wrap',
    'Can you wrap it as a gift?',
    [
      'Yes, gift wrapping costs 4 € per lamp.',
      'Choose it in the cart before you pay.',
      'You can add a card with up to 200 characters.',
    ],
  ],
  [
    'track',
    'Where is my parcel?',
    [
      'The tracking link is in the email of dispatch.',
      'You also find it in your account under Orders.',
      'Parcels reach most places in two working days.',
    ],
  ],
  [
    'islands',
    'Do you ship to islands?',
    [
      'Yes, we ship to every island with a ferry line.',
      'Delivery there takes two days longer than on the mainland.',
      'The ferry fee of 9 € is added at checkout.',
    ],
  ],
  [
    'warranty',
    'How long is the warranty?',
    [
      'The warranty covers two years from delivery.',
      'It includes the driver and the dimmer, not the bulb.',
      'Keep the invoice, because it is your proof of purchase.',
    ],
  ],
  [
    'bulb',
    'Which bulb fits the Lumen Arc?',
    [
      'The Lumen Arc takes an E27 bulb of up to 60 W.',
      'We recommend an LED bulb of 8 W.',
      'It is not included.',
    ],
  ],
  [
    'dimmer',
    'Can I dim the Lumen Arc?',
    [
      'Yes, with a dimmable bulb and a wall dimmer.',
      'The dimmer must be for LED loads.',
      'Other dimmers make the light flicker.',
    ],
  ],
  [
    'bathroom',
    'Can I hang it in the bathroom?',
    [
      'The Lumen Aqua is made for bathrooms (IP44).',
      'Other lamps must hang 60 cm away from water.',
      'An electrician should install it.',
    ],
  ],
  [
    'height',
    'How low can the pendant hang?',
    [
      'The cable is 2 metres long and can be shortened.',
      'Hang it 60 to 70 cm above a table.',
      'A longer cable of 4 metres costs 12 €.',
    ],
  ],
  [
    'clean',
    'How do I clean the shade?',
    [
      'Wipe the shade with a dry cloth.',
      'Use water only on glass and metal.',
      'Switch the lamp off and let it cool down first.',
    ],
  ],
  [
    'spare',
    'Where can I buy a spare shade?',
    [
      'Spare shades are in the shop under Parts.',
      'You need the number on the base of the lamp.',
      'They ship within three working days.',
    ],
  ],
  [
    'sockets',
    'Which plug does the floor lamp have?',
    ['It has a type F plug for 230 V.', 'For the UK we add an adapter.', 'It must not be used with 110 V.'],
  ],
  [
    'assembly',
    'Is the lamp hard to assemble?',
    [
      'Most lamps take ten minutes and one screwdriver.',
      'The manual is in the box and on the product page.',
      'Ceiling lamps should be installed by an electrician.',
    ],
  ],
  [
    'flicker',
    'Why does my lamp flicker?',
    [
      'Most often the dimmer is not made for LED bulbs.',
      'Try another bulb first.',
      'If it still flickers, the driver is faulty and under warranty.',
    ],
  ],
  [
    'colour',
    'Does the brass tarnish?',
    [
      'Raw brass darkens within some months.',
      'Polish it with a brass cleaner to bring it back.',
      'Lacquered brass keeps its colour.',
    ],
  ],
  [
    'smart',
    'Does it work with smart home systems?',
    [
      'Yes, use a smart bulb with an E27 base.',
      'The Lumen Arc itself has no radio.',
      'A smart plug works too, without dimming.',
    ],
  ],
  [
    'energy',
    'What is the energy class?',
    [
      'The class is A with the recommended bulb.',
      'The label is on the product page.',
      'The lamp itself uses no standby power.',
    ],
  ],
  [
    'showroom',
    'Do you have a showroom?',
    [
      'Our showroom is in Bremen, Am Wall 12.',
      'It is open Tuesday to Saturday, 10 to 18.',
      'Book a visit if you want advice.',
    ],
  ],
  [
    'trade',
    'Do you sell to shops?',
    [
      'Yes, write to trade@lumen.example with your VAT number.',
      'The minimum order is 10 lamps.',
      'Trade prices are 35% below the list.',
    ],
  ],
  [
    'recycle',
    'Do you take back old lamps?',
    [
      'Yes, send old lamps back with the free label.',
      'We recycle metal, glass and driver.',
      'Bulbs go to a collection point near you.',
    ],
  ],
  [
    'sale',
    'When is the next sale?',
    [
      'We have one sale a year, in January.',
      'Subscribers hear of it a week before.',
      'Spare parts are never on sale.',
    ],
  ],
  [
    'language',
    'Is there a manual in French?',
    [
      'Manuals are in English, German and French.',
      'Download them on the product page.',
      'Printed ones cost 3 €.',
    ],
  ],
];

export const SHOP_PROMPT = `You answer customers of Lumen, a shop for lamps.

# Style
- Answer in the customer's language.
- Be friendly and precise.
- Use at most four sentences.

# Content
- Answer from the handbook only.
- Name fees, deadlines and conditions.
- If the handbook does not say it, link to the contact form.
`;

export function shopAnswer(at: number): string {
  return SHOP[at]?.[2].join(' ') ?? '';
}

/** The place of the case that asks this question; -1 if none does. */
export function shopCase(question: string): number {
  return SHOP.findIndex(([, each]) => question.includes(each));
}

export function shopDataset(count: number): string {
  return SHOP.slice(0, count)
    .map(([id, input]) => JSON.stringify({ id, input }))
    .join('\n');
}

/** Remarks that help a little, each in other words. */
export const REMARKS: readonly string[] = [
  'We wish you bright evenings with it!',
  'Thank you for caring about good light!',
  'Your lamp will thank you for it!',
  'Light makes a home, as we like to say!',
  'Enjoy the glow of your new lamp!',
  'May your rooms always be well lit!',
  'Have a wonderful week with your lamp!',
  'It is always a pleasure to hear from you!',
  'Good light is good company, we think!',
  'Every lamp of ours is made with love!',
  'Nothing beats a warm light in winter!',
  'Warm greetings from the workshop in Bremen!',
  'As always, we keep our fingers crossed!',
  'See you soon in our lovely showroom!',
  'Stay bright, and stay with us!',
];

export const LONG_WINDED =
  'To explain this in detail, each of these steps is done by our team in Bremen, which checks every order by hand, packs every lamp in two layers of paper, and writes down what was done, by whom and when.';

export function longAnswer(at: number): string {
  const [, question = '', sentences = []] = SHOP[at] ?? [];
  const rows = Array.from(
    { length: 6 },
    (_, row) => `| ${row + 1} | Step ${row + 1} of “${question}” | ${2 * row + at} days |`,
  );
  return [
    `**${sentences[0]}**`,
    `## Details\n\n${sentences[1]} ${sentences[2]}`,
    `| # | Step | Time |\n| - | - | - |\n${rows.join('\n')}`,
    `Use this call:\n\n\`\`\`sh\ncurl https://api.lumen.example/v1/cases/${at} \\\n  -H 'Authorization: Bearer $TOKEN'\n\`\`\``,
    `- First check the account, section ${at + 1}.\n- Then check the email of dispatch, number ${at + 2}.\n  - It has the number of the parcel, ${at + 1000}.`,
    `Note that rule ${at + 10} of the handbook applies.`,
  ].join('\n\n');
}

export const JAPANESE_PROMPT =
  'あなたは照明店ルーメンのお客様窓口です。\n- 丁寧に答える。\n- 手引きにある内容だけを答える。\n';

export const JAPANESE: readonly (readonly [id: string, question: string, answer: string])[] = [
  [
    'returns',
    '返品はいつまでできますか。',
    '返品はお届けから30日以内に承ります。返送用のラベルはマイページから印刷できます。',
  ],
  [
    'invoice',
    '請求書はどこにありますか。',
    '請求書はマイページの注文履歴にあります。発送日にメールでもお送りします。',
  ],
  [
    'payment',
    '支払い方法を教えてください。',
    'お支払いはカードと銀行振込をご利用いただけます。カードは発送日に請求されます。',
  ],
  [
    'cancel',
    '注文をキャンセルできますか。',
    '発送前の注文はマイページで取り消せます。代金は5営業日以内に返金します。',
  ],
  ['delivery', '配送は何日かかりますか。', '配送は通常2営業日です。離島は2日多くかかります。'],
  ['warranty', '保証期間はどのくらいですか。', '保証期間はお届けから2年間です。電球は対象外です。'],
  ['bulb', '電球の種類は何ですか。', '口金はE27で60ワットまで使えます。電球は付属しません。'],
  [
    'clean',
    '手入れの方法を教えてください。',
    '乾いた布で拭いてください。必ず電源を切ってから行ってください。',
  ],
  ['dimmer', '調光はできますか。', '調光対応の電球をお使いください。調光器はLED用に限ります。'],
  ['showroom', 'ショールームはありますか。', 'ショールームは札幌にあります。火曜から土曜まで開いています。'],
  ['gift', '贈り物の包装はできますか。', '包装は1台400円です。購入前にかごで選んでください。'],
  ['recycle', '古い照明を引き取れますか。', '古い照明は無料で引き取ります。金属とガラスを再利用します。'],
];

export function japaneseAnswer(question: string): string {
  return JAPANESE.find(([, each]) => question.includes(each))?.[2] ?? '';
}

/** The same answers by a program; `more` is code of its own before each answer is written. */
export function shopAgent(more: string): string {
  return `import { createInterface } from 'node:readline';

const HANDBOOK = ${JSON.stringify(Object.fromEntries(SHOP.map(([, question, answer]) => [question, answer.join(' ')])))};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  let output = HANDBOOK[input];
  if (output === undefined) output = 'We do not know that.';
${more}  console.log(JSON.stringify({ id, output }));
}
`;
}
