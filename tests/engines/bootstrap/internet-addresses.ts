/** Addresses of the servers in the namespace that represents the internet; `web` is also its router and name server. */
export const internet = { web: '203.0.113.1', metadata: '169.254.169.254', office: '192.168.77.7' }

/** The machine's own address in the namespace of the engine. */
export const machineAddress = '203.0.113.2'
