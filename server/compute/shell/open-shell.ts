import type { shellCalls } from '../../../src/contract/calls/containers/shell-calls.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Engines } from '../../engines/engines.ts'
import type { Handlers } from '../../http/handler.ts'
import { apiKeyOf, requireUser } from '../../http/require-user.ts'
import { scopeOf } from '../../http/scope-of.ts'
import type { Db } from '../../store/connection.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import { workloadFor } from '../commands/workload-for.ts'
import { callerIdOf, type ShellRows } from './rows/shell-rows.ts'

interface Options {
  db: Db
  engines: Engines<Pick<Engine, 'capabilities'>>
  rows: ShellRows
}

/** Requests sessions. The socket, which may lead to another node, starts them. */
export function openShellHandlers({ db, engines, rows }: Options): Handlers<keyof typeof shellCalls> {
  return {
    async openShell({ caller, scope, address, input: { id, kind, ...place } }) {
      const { organizationId } = scopeOf(scope)
      const found = await workloadFor(db, { id, organizationId, ...place })
      const { streams } = await engines.of(found.engine).capabilities()
      if (!streams)
        throw invalidField(
          'kind',
          'This instance runs without containers, so it has no shell and no files of its own. Use a region with Docker or Podman.',
        )
      const { service, replica, instanceName, engine, workloadId } = found
      const shellSessionId = await rows.request({
        organizationId,
        instanceId: id,
        instanceName,
        userId: requireUser(caller).userId,
        callerId: callerIdOf(caller),
        apiKeyName: apiKeyOf(caller)?.name ?? null,
        address,
        kind,
        engine,
        workloadId,
        service,
        replica,
      })
      return { shellSessionId, service, replica }
    },
  }
}
