import type { ServiceDraft } from '../service-draft.ts'

export const checkKindLabels = { http: 'HTTP request', tcp: 'TCP connection', command: 'Command' } as const

const restarts = {
  always: 'Always restarted',
  'on-failure': 'Restarted after a failure',
  never: 'Never restarted',
} as const

/** Whether any of it differs from a new service. */
export const hasOwnBehaviour = (service: ServiceDraft): boolean =>
  service.restartPolicy !== 'always' ||
  service.stopSignal !== '' ||
  service.stopGraceSeconds !== 10 ||
  service.kept.startAfter.length > 0 ||
  service.releaseCommand !== ''

/** Says in one line how a service starts and stops. */
export const behaviourSummary = (
  { restartPolicy, stopSignal, stopGraceSeconds, kept, releaseCommand }: ServiceDraft,
  others: readonly ServiceDraft[],
): string => {
  const after = others.filter(({ key }) => kept.startAfter.includes(key)).map(({ name }) => name || 'a new service')
  return [
    restarts[restartPolicy],
    `${stopGraceSeconds ?? '–'} s to stop${stopSignal === '' ? '' : ` after ${stopSignal}`}`,
    ...(after.length > 0 ? [`starts after ${after.join(', ')}`] : []),
    ...(releaseCommand === '' ? [] : ['has a release command']),
  ].join(', ')
}

/** Says in one line how a service is checked. */
export const healthCheckSummary = ({ healthCheck: { kind, path, port, periodSeconds } }: ServiceDraft): string => {
  if (kind === 'none') return 'No check: a replica is ready as soon as its ports listen.'
  const subject = { http: ` ${path} on port ${port}`, tcp: ` on port ${port}`, command: '' }[kind]
  return `${checkKindLabels[kind]}${subject}, every ${periodSeconds ?? '–'} s`
}
