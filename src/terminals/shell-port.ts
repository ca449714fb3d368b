import type { InputReceived, ShellInput, ShellRequest, ShellResponse } from '../contract/shell.ts'

/** A connection to the server. Rejects when it is lost before the response. */
export interface ShellPort {
  call<R extends ShellRequest>(name: R, input: ShellInput<R>): Promise<ShellResponse<Partial<InputReceived>>>
}
