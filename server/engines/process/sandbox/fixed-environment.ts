/** What every program outside the sandbox is started with: nothing of a tenant's, and nothing of the control plane's. */
export const fixedEnvironment = { PATH: '/usr/bin:/bin' }
