import type { AlertRow } from '../rules/alert-wire.ts'

export const isMutedAt = ({ isMuted, mutedUntil }: Pick<AlertRow, 'isMuted' | 'mutedUntil'>, at: Date): boolean =>
  isMuted && (mutedUntil === null || mutedUntil > at)
