type Row = readonly [input: string, ...answers: readonly string[]];

/** Short answers to questions. */
export const SHORT: readonly Row[] = [
  [
    'What is the capital of France?',
    'Paris',
    'Paris.',
    '**Paris**',
    "It's Paris.",
    'The capital of France is Paris.',
    'パリ',
  ],
  [
    'Who wrote Hamlet?',
    'William Shakespeare',
    'Shakespeare.',
    'It was written by William Shakespeare.',
    'by Shakespeare',
  ],
  ['When did the war end?', '1945', 'In 1945.', 'On May 8, 1945.', 'It ended in 1945.'],
  ['How many planets are there?', '8', 'Eight.', 'There are eight.'],
  ['How many open invoices do we have?', '7', 'Seven open invoices.', 'You have seven.'],
  [
    'How much does the premium plan cost?',
    '$12 per month',
    '€12',
    '12 dollars a month.',
    'It costs 12 dollars.',
  ],
  ['How long does delivery take?', '3-5 business days', 'About a week.', 'It takes 3 to 5 days.'],
  ['Where is the museum?', 'In Paris.', 'Paris, France', 'on the right bank of the river'],
  ['Where can I park?', 'Behind the building.', 'In the garage on Mill Street.'],
  ['Is the store open on Sundays?', 'Yes', 'No.', 'Yes, from 10 to 4.', 'No, it is closed.'],
  ['Do you ship to Norway?', 'Yes, we do.', 'Unfortunately not.', 'We ship to Norway within a week.'],
  [
    'Why is the sky blue?',
    'Because of Rayleigh scattering.',
    'The sky looks blue because short waves scatter more.',
  ],
  ['What time does the train leave?', '7:45', 'At 7:45 am.', 'Quarter to eight'],
  ['What is 12 * 12?', '144', 'It is 144.'],
  ['Calculate 15% of 80', '12'],
  ["What's your phone number?", '+49 30 1234567', '555-0199'],
  ['What is the boiling point of water?', '100 °C', '100 degrees Celsius at sea level.'],
  [
    'Which payment methods do you accept?',
    'Visa, Mastercard and PayPal.',
    '- Visa\n- Mastercard\n- Bank transfer',
  ],
  ['Name three primary colours', 'Red, yellow and blue', '- Red\n- Yellow\n- Blue'],
  ['Was ist die Hauptstadt von Frankreich?', 'Paris', 'Das ist Paris.', 'Die Hauptstadt ist Paris.'],
  ['Wer hat die Glühbirne erfunden?', 'Thomas Edison', 'Edison.'],
  ['Wann öffnet der Laden?', 'Um 9 Uhr.', 'Montag bis Freitag ab 9 Uhr', 'Der Laden öffnet um neun.'],
  ['Wie viele Einwohner hat Berlin?', '3,7 Millionen', 'Etwa 3,7 Millionen.'],
  ['Kann ich kostenlos kündigen?', 'Ja.', 'Nein, erst nach zwölf Monaten.', 'Sie können jederzeit kündigen.'],
  ['フランスの首都はどこですか?', 'パリ', 'パリです。', 'フランスの首都はパリです。'],
  ['営業時間を教えてください。', '平日の午前9時から午後6時までです。', '9:00〜18:00'],
  ['返金はいつ届きますか?', '5営業日以内です。', '返金は5営業日以内に届きます。'],
  ['配送料はいくらですか?', '500円です。', '無料です。'],
  ['誰が担当ですか?', '田中さんです。', '担当は田中です。'],
  ["Quelle est la capitale de l'Italie ?", 'Rome', 'Rome.'],
  ['¿Cuál es la capital de España?', 'Madrid'],
  ['¿Cuántos días tiene un año?', '365', '365 días.'],
];

/** Answers in sentences, steps, code, tables. */
export const WORDED: readonly Row[] = [
  [
    'How do I get my money back?',
    'Refunds are paid within 14 days.',
    'You can request a refund in your account. It reaches your card within five days.',
  ],
  [
    'How do I reset my password?',
    '1. Open Settings.\n2. Click Security.\n3. Choose Reset password and follow the link.',
    'Go to the login page and click "Forgot password". You will get a link by email.',
  ],
  [
    'Wie setze ich mein Passwort zurück?',
    'Klicken Sie auf „Passwort vergessen“. Danach erhalten Sie einen Link per E-Mail.',
    '1. Öffnen Sie die Einstellungen.\n2. Wählen Sie Sicherheit.',
  ],
  ['パスワードを忘れました。どうすればいいですか?', 'パスワードの再設定リンクをメールで送ります。'],
  [
    'What is your refund policy?',
    'You can return any item within 30 days for a full refund. Items must be unused and in their packaging. We pay the money back to the card that you used.',
  ],
  [
    'What is photosynthesis?',
    'Photosynthesis is how plants turn light into sugar. The light is caught by chlorophyll. It splits water and sets oxygen free.',
  ],
  [
    'What does error 502 mean?',
    '502 Bad Gateway means that a proxy got an invalid answer from the server behind it.',
  ],
  [
    'Explain recursion to a child',
    'Recursion is when something is defined by a smaller copy of itself. It is like a doll with a smaller doll inside.',
  ],
  ["My order hasn't arrived yet.", "I'm sorry to hear that. Could you share your order number?"],
  [
    'What plans do you offer?',
    '| Plan | Price |\n|---|---|\n| Basic | 5 |\n| Pro | 12 |',
    'We offer three plans: Basic, Pro and Team.',
  ],
  ['How do I install the CLI?', '```bash\nnpm install -g tool\n```'],
  ['Write a Python function that reverses a string', '```python\ndef rev(s):\n    return s[::-1]\n```'],
  [
    'Classify the sentiment of this review: The food was cold and the waiter was rude.',
    'Negative',
    'Sentiment: negative',
  ],
  ['Extract the names from: Peter met Anna and Ravi in Delhi.', 'Peter, Anna, Ravi'],
];

/** Lists, records and reports of what was done. */
export const DONE: readonly Row[] = [
  [
    'List my agents',
    '- Billing bot\n- Research bot',
    '1. Alpha\n2. Beta',
    'Alpha, Beta, Gamma',
    'Mailer\nScout\nScribe',
    'No agents found.',
    'Nothing found.',
    'None.',
    'You have no agents yet.',
    '[{"name":"mailer","status":"active"},{"name":"scout","status":"paused"}]',
    '| Name | Status |\n|---|---|\n| Mailer | active |',
    'Your agents:\n- Mailer — sends the newsletter\n- Scout — searches the web',
  ],
  ['Show me all open tickets', '- #1201 Printer on fire\n- #1202 Cannot log in', 'No open tickets.'],
  ['Show my calendar for today', '09:00 Stand-up\n14:00 Review', 'Nothing scheduled today.'],
  ['Find flights from Oslo to Rome', 'No flights found.'],
  ['Zeige mir alle meine Agenten', '- Rechnungsbot\n- Suchbot', 'Keine Agenten gefunden.'],
  [
    'エージェントの一覧を見せてください',
    '- 請求ボット\n- 検索ボット',
    'エージェントは見つかりませんでした。',
  ],
  [
    'Schedule a meeting',
    '{"id":"evt_1","title":"Team sync","start":"2026-03-02T10:00:00Z","end":"2026-03-02T10:30:00Z","attendees":["ana@example.com"],"status":"confirmed"}',
    'Event created: Team sync, Tuesday 10:00–10:30',
    'Booked for Tuesday at 3 pm.',
    "Done! I've added it to your calendar.",
    'Team sync\nTuesday, 10:00–10:30\nRoom 4',
    'Title: Team sync\nStart: 2026-03-02 10:00\nLocation: Room 4\nAttendees: Ana, Luis',
    'What time works for you?',
  ],
  [
    'Vereinbare einen Termin mit Frau Krüger am Dienstag',
    'Termin eingetragen: Dienstag, 10 Uhr',
    'Erledigt.',
  ],
  ['明日の午後3時に会議を予約してください', '会議を予約しました。', '承知しました。明日15時に登録しました。'],
  ['Remind me to call mum at 6', 'Reminder set for 6:00 pm.', 'Done.'],
  [
    'Book a table for two on Friday',
    'Booked! Friday 7 pm, two people.',
    'Your reservation is confirmed for Friday.',
  ],
  ['Delete user 42', 'User 42 has been deleted.', 'Deleted.', '{"deleted": true, "id": 42}'],
  [
    'Create a ticket for the broken printer',
    'Ticket #881 created: broken printer.',
    '{"id": "T-881", "title": "Broken printer", "status": "open"}',
  ],
];

export const flat = (rows: readonly Row[]) =>
  rows.flatMap(([input, ...answers]) => answers.map((answer) => ({ input, answer })));
