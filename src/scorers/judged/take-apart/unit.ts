/** One unit of an answer that can be judged alone. */
export type Unit = {
  /** As it is judged: one line, without list marks; labels and table headers spelled out. */
  readonly text: string;
  /** Where it stands in the answer, folded-in neighbours included. */
  readonly start: number;
  readonly end: number;
  /** True where quoting a part stands for quoting it all: code, table rows, JSON members. */
  readonly solid: boolean;
};

/** A stretch of an answer before labels and courtesies are folded into their neighbours. */
export type Piece = Unit & { readonly role: 'statement' | 'label' | 'courtesy' | 'noise' };
