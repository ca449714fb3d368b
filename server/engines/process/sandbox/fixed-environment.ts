/** Environment of every program outside the sandbox: it holds no variable of a tenant or of the control plane. */
export const fixedEnvironment = { PATH: '/usr/bin:/bin' }
