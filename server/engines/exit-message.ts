const messagesByExitCode: Record<number, string> = {
  0: 'The program ended by itself and reported success.',
  125: 'The container engine could not run the command. Check the command and the image.',
  126: 'The command was found but cannot be executed. Check that the file is executable and made for this processor.',
  127: 'The command was not found in the image. Check the spelling of the command and the image.',
  134: 'The program aborted itself. Its last log lines should say why.',
  137: 'The program was ended by force (SIGKILL). If nobody stopped it, it may have run out of memory.',
  139: 'The program crashed with a memory fault (SIGSEGV). Check that the image is made for this processor.',
  143: 'The program ended when it was asked to stop (SIGTERM).',
}

/** Explains an exit code to the user who deployed the program, and what to check next. */
export function exitMessage(exitCode: number, outOfMemory: boolean): string {
  if (outOfMemory) return 'The program used more memory than its plan gives, so it was ended. Choose a larger plan.'
  return (
    messagesByExitCode[exitCode] ?? `The program ended with exit code ${exitCode}. Its last log lines should say why.`
  )
}
