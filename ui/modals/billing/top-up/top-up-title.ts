export const TITLE = 'Top up Your Balance'
