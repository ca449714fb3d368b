/** Why code is not there, and what brings it: what a newer build has taken away comes with a reload only. */
export const chunkLoadErrorMessage = (isReplaced: boolean): { text: string; again: 'Retry' | 'Reload' } =>
  isReplaced
    ? { text: 'The console has been updated since this page was opened.', again: 'Reload' }
    : { text: 'Its code could not be fetched. Check your connection.', again: 'Retry' }
