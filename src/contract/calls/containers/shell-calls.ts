import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { instanceId, uuid, whole } from '../../wire/common.ts'
import { dnsLabel } from '../../wire/instance/resources.ts'

export const shellKinds = ['terminal', 'files'] as const
export type ShellKind = (typeof shellKinds)[number]

export const shellCalls = {
  openShell: call({
    method: 'POST',
    path: 'compute-instance/{id}/shells',
    access: may('instances.execute', 'instance', 'params.id'),
    stepUp: true,
    params: v.strictObject({ id: instanceId }),
    body: v.strictObject({
      kind: v.picklist(shellKinds),
      /** The first service by default. */
      serviceName: v.optional(dnsLabel),
      /** Which replica, from 0; by default the first one that serves. */
      replica: v.optional(v.pipe(whole, v.minValue(0, 'At least 0.'), v.maxValue(99, 'At most 99.'))),
    }),
    response: v.object({
      /** To be started on the socket within a minute, by the same session or API token. */
      shellSessionId: uuid,
      service: v.string(),
      replica: v.number(),
    }),
    failure: false,
    invalidates: [],
    summary:
      'Request a shell, or access to the files, of a running container. The session runs over the socket, and is in the audit log.',
  }),
}
