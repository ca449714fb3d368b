/** Why the control plane does not wake a service. Visitors see it, so it says nothing that is private. */
export const wakeRejections = ['capacity', 'funds', 'quota', 'failed', 'unavailable'] as const

export type WakeRejection = (typeof wakeRejections)[number]
