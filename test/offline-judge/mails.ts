/** Mails and summaries of them; several summaries share no word with their mail. */
export const MAILS: readonly {
  readonly topic: string;
  readonly mail: string;
  readonly summaries: readonly string[];
}[] = [
  {
    topic: 'lockout',
    mail: 'From: dana@shop.example\nSubject: help!!\n\nHi,\nsince this morning nobody in our office can get into their accounts. We have payroll due at noon. Please fix this quickly.\nDana',
    summaries: [
      '🔴 P1 · Access outage · Whole site blocked · Needs response before 12:00',
      'Priority: high\nCategory: login\nSummary: Entire staff locked out ahead of a deadline\nAction: escalate to on-call',
      'Customer reports a total lockout; wants it resolved urgently.',
      '*Urgent* — login incident\n• Impact: entire company\n• Next step: escalate to on-call engineer',
    ],
  },
  {
    topic: 'double charge',
    mail: 'Hello team,\n\nI was charged twice for my subscription in March. Could you send the second amount back to my card?\n\nRegards,\nLuis',
    summaries: [
      'Billing: duplicate payment, wants a refund.',
      'Customer disputes a double billing; asks for reimbursement.',
      'Priority: medium | Type: billing | Action: refund duplicate',
    ],
  },
  {
    topic: 'late parcel',
    mail: "Hi, my package was supposed to be here last Friday and the tracking page has not moved since. My daughter's birthday is on Sunday.\nThanks, Eva",
    summaries: [
      'Delivery delay, time-critical gift.',
      'Priority: high\nTopic: late delivery\nNext: contact courier',
      'Shipping issue. Customer is waiting for an overdue parcel and needs it before the weekend.',
    ],
  },
  {
    topic: 'cold flat',
    mail: "Hi there,\nI've been trying to reach someone for three days. The heating in flat 12 is still cold, and my mother is ill. When will a technician come?\nBest,\nOlu",
    summaries: [
      'Priority: urgent | Tenant, flat 12 | No warmth for three days | Dispatch engineer today',
      '🚨 URGENT – Repairs\nUnit 12: radiator failure\nVulnerable occupant on site\n→ Dispatch engineer today',
    ],
  },
  {
    topic: 'dark mode',
    mail: 'Good afternoon,\n\nwe love the product! One thing: could you add dark mode to the dashboard? Our night shift would be grateful.\n\nCheers\nPriya',
    summaries: [
      'Feature request: dark theme. Low priority. Happy customer.',
      'Type: feature request\nSentiment: positive\nOwner: product\nDetails: darker colours for late workers',
    ],
  },
  {
    topic: 'Drucker',
    mail: 'Hallo,\nder Drucker im zweiten Stock druckt nur noch leere Seiten, und morgen ist die Messe. Können Sie jemanden schicken?\nViele Grüße\nJonas',
    summaries: [
      'Facilities ticket: printer fault, urgent.',
      'Priorität: hoch\nThema: Gerät defekt\nAktion: Techniker schicken',
    ],
  },
  {
    topic: '請求',
    mail: '件名:二重請求について\n\nお世話になっております。先月分が二回引き落とされていました。一回分を返していただけますか。\nよろしくお願いいたします。',
    summaries: ['優先度:高\n分類:請求\n対応:返金', '顧客が重複した請求の返金を求めています。'],
  },
];
