export const checkKindLabels = { http: 'HTTP request', tcp: 'TCP connection', command: 'Command' } as const
