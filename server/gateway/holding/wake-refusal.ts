/** Why the control plane does not wake a service. Visitors see it, so it says nothing that is private. */
export const wakeRefusals = ['capacity', 'funds', 'quota', 'failed', 'unavailable'] as const

export type WakeRefusal = (typeof wakeRefusals)[number]
