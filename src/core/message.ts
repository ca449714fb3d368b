/** A fact in the past tense. Its type says the speaker first: `ui/closePressed`. */
export interface AnyMessage {
  readonly type: string
}

export type MessageOf<M extends AnyMessage, T extends M['type']> = Extract<M, { type: T }>

/** What one speaker may say. */
export type MessageFrom<M extends AnyMessage, Speaker extends string> = Extract<M, { type: `${Speaker}/${string}` }>
