/** A view that was given a secret is gone: nothing keeps the answer any longer. */
export type ResponseMessage = { type: 'ui/responseDiscarded'; requestId: string }
