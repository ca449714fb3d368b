/** A view that was given a secret is gone: nothing keeps the answer any longer. */
export type AnswerMessage = { type: 'ui/answerForgotten'; ask: string }
