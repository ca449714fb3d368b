import type { Masker } from '../../deployments/masking/secret-masker.ts'
import type { Observation } from './transition/replica-event.ts'

/** Hides secret values in everything that an observation shows. */
export function maskObservation(mask: Masker, { set = {}, logs = [], events = [] }: Observation): Observation {
  const { progressMessage, error } = set
  return {
    set: {
      ...set,
      ...(progressMessage !== undefined && { progressMessage: mask(progressMessage) }),
      ...(error && { error: { ...error, message: mask(error.message) } }),
    },
    logs: logs.map(mask),
    events: events.map(mask),
  }
}
