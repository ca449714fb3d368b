const LOOK_AT_LOG = 'See its last log lines for the reason.'

const messagesByExitCode: Record<number, string> = {
  0: 'The program exited successfully.',
  125: 'The container engine could not run the command. Check the command and the image.',
  126: 'The command cannot be executed. Check that the file is executable and built for this processor.',
  127: 'The command was not found in the image. Check the command and the image.',
  134: `The program aborted. ${LOOK_AT_LOG}`,
  137: 'The program was killed (SIGKILL). It may have run out of memory.',
  139: 'The program crashed with a segmentation fault (SIGSEGV). Check that the image is built for this processor.',
  143: 'The program exited after a stop signal (SIGTERM).',
}

const statement = (exitCode: number) => `The program exited with code ${exitCode}.`

/** Explains an exit code to the user who deployed the program, and what to check next. */
export function exitMessage(exitCode: number, outOfMemory: boolean): string {
  if (outOfMemory) return 'The program used more memory than its plan allows and was stopped. Choose a larger plan.'
  return messagesByExitCode[exitCode] ?? `${statement(exitCode)} ${LOOK_AT_LOG}`
}

/** Returns a message about an exit without its code, for a text that has named the code already. */
export const withoutExitCode = (message: string, exitCode: number): string =>
  message.startsWith(`${statement(exitCode)} `) ? message.slice(statement(exitCode).length + 1) : message
