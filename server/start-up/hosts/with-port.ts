import type { Config } from '../../config.ts'

/** Replaces port 0 with the actual port once the server listens. */
export const withPort = (config: Config, port: number): Config =>
  config.port === port
    ? config
    : {
        ...config,
        port,
        publicUrl: config.publicUrl.replace(/:0$/, `:${port}`),
        instancesUrl: config.instancesUrl.replace(/:0$/, `:${port}`),
      }
