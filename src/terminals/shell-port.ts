import type { InputReceived, ShellInput, ShellRequest, ShellResponse } from '../contract/shell/shell.ts'
import type { FileInput, FileRequest, FileResponses } from '../contract/shell/shell-files.ts'

/** A connection to the server. Rejects when it is lost before the response. */
export interface ShellPort {
  call<R extends ShellRequest>(name: R, input: ShellInput<R>): Promise<ShellResponse<Partial<InputReceived>>>
  files<R extends FileRequest>(name: R, input: FileInput<R>): Promise<ShellResponse<FileResponses[R]>>
}
