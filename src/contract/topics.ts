import type { LogType } from './wire/log.ts'

export const organizationTopic = (id: string) => `organization/${id}`
/** Hidden tabs do not watch logs. */
export const isLogTopic = (topic: string): boolean => topic.startsWith('deployment/')
export const deploymentTopic = (id: string, logType: LogType, service = '') =>
  `deployment/${id}/${logType}${service && `/${service}`}`
