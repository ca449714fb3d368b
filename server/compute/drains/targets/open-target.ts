import type { Outgoing } from '../../../outgoing/outgoing.ts'
import type { DrainSecretValues } from '../rows/drain-secrets.ts'
import type { DrainRow } from '../rows/drain-wire.ts'
import { createHttpTarget } from './http-target.ts'
import { createLokiTarget } from './loki-target.ts'
import { createSyslogTarget } from './syslog-target.ts'
import type { Target } from './target.ts'

export type TargetConnections = Pick<Outgoing, 'request' | 'connect' | 'agents'>

export async function openTarget(
  { target }: Pick<DrainRow, 'target'>,
  secrets: DrainSecretValues,
  outgoing: TargetConnections,
): Promise<Target> {
  switch (target.type) {
    case 'http':
      return createHttpTarget(target, secrets.headers ?? {}, outgoing)
    case 'loki':
      return createLokiTarget(target, secrets.password, outgoing)
    case 'syslog':
      return createSyslogTarget(target, outgoing)
    case 's3': {
      // Loaded with the first bucket: it is large, and most installations need none.
      const { createS3Target } = await import('./s3-target.ts')
      return createS3Target(target, secrets.secretAccessKey ?? '', outgoing)
    }
  }
}
