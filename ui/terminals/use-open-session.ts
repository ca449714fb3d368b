import { useEffect } from 'react'
import type { ShellKind } from '../../src/contract/calls/containers/shell-calls.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { useUrlQuery } from '../hooks/use-url-query.ts'
import { useTerminals } from './use-terminals.ts'

/** A container of an instance. */
export interface Place {
  service: string
  replica: number
}

/** Requests sessions, and shows each in the page once it is granted. */
export const useOpenSession = (instance: Instance, kind: ShellKind) => {
  const terminals = useTerminals()
  const { choose } = useUrlQuery()
  const { mutate, response, isRunning, failure } = useMutation('openShell')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the response is of one press, and opens one session
  useEffect(() => {
    if (!response) return
    const { shellSessionId: id, service, replica } = response
    terminals.add({ id, kind, instanceId: instance._id, service, replica })
    if (kind === 'terminal') choose({ session: id })
  }, [response])

  const open = (place: Place | undefined) =>
    mutate({ id: instance._id, kind, ...(place && { serviceName: place.service, replica: place.replica }) })
  // Users know what they cancelled.
  return { open, isRunning, failure: failure?.kind === 'cancelled' ? null : failure }
}
