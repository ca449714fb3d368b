import type {
  InstanceEvent,
  InstanceEventKind,
  InstanceEventSubject,
} from '../../contract/wire/instance/instance-event.ts'
import { formatBytes } from '../../rules/format-size.ts'

type Tone = 'good' | 'info' | 'warn' | 'bad' | 'still'

export const subjectLabels: Readonly<Record<InstanceEventSubject, string>> = {
  instance: 'Instance',
  deployments: 'Deployments',
  replicas: 'Health and restarts',
  scaling: 'Scaling',
  domains: 'Domains and certificates',
  volumes: 'Volumes',
  alerts: 'Alerts',
  jobs: 'Jobs',
}

const kinds: Readonly<Record<InstanceEventKind, readonly [tone: Tone, title: string]>> = {
  instanceCreated: ['info', 'Instance created'],
  instanceRenamed: ['still', 'Instance renamed'],
  instanceMoved: ['still', 'Instance moved to another project'],
  instanceClosing: ['still', 'Close requested'],
  instanceStopped: ['bad', 'Stopped for missing funds'],
  instanceResumed: ['info', 'Resumed'],
  instanceClosed: ['still', 'Instance closed'],
  instanceDeleting: ['still', 'Deletion requested'],
  deploymentCreated: ['info', 'Deployment'],
  deploymentFailed: ['bad', 'Deployment failed'],
  deploymentSuperseded: ['still', 'Deployment replaced by a newer one before it was ready'],
  releaseStarted: ['info', 'Release command started'],
  releaseSucceeded: ['good', 'Release command succeeded'],
  releaseFailed: ['bad', 'Release command failed'],
  trafficSwitched: ['good', 'Deployment active'],
  replicaStarted: ['info', 'Replica started'],
  replicaReady: ['good', 'Replica ready'],
  replicaUnready: ['warn', 'Replica unhealthy'],
  replicaExited: ['bad', 'Replica exited'],
  replicaFailed: ['bad', 'Replica failed'],
  replicaFinished: ['good', 'Replica finished'],
  replicaLost: ['warn', 'Replica lost'],
  replicaRemoved: ['still', 'Replica removed'],
  autoscalingRulesChanged: ['still', 'Autoscaling rules changed'],
  replicasScaled: ['info', 'Replicas changed'],
  scalingHeld: ['warn', 'Scaling on hold'],
  scalingResumed: ['good', 'Scaling resumed'],
  scalingRejected: ['bad', 'Replicas not added'],
  domainAdded: ['still', 'Domain added'],
  domainVerified: ['good', 'Domain verified'],
  domainUnreachable: ['warn', 'Domain does not lead here any more'],
  domainTaken: ['bad', 'Domain verified by another organisation'],
  domainUnverified: ['warn', 'Domain has to be verified again'],
  domainRemoved: ['still', 'Domain removed'],
  certificateIssued: ['good', 'Certificate issued'],
  certificateFailed: ['bad', 'Certificate not issued'],
  certificateUploaded: ['info', 'Certificate uploaded'],
  certificateRemoved: ['still', 'Certificate removed'],
  volumeFilling: ['warn', 'Volume filling up'],
  volumeFull: ['bad', 'Volume full'],
  volumeEmptied: ['good', 'Volume has space again'],
  alertFired: ['bad', 'Alert fired'],
  alertRecovered: ['good', 'Alert recovered'],
  runStarted: ['info', 'Command started'],
  runSucceeded: ['good', 'Command succeeded'],
  runFailed: ['bad', 'Command failed'],
  runCanceled: ['still', 'Command cancelled'],
}

export interface EventText {
  tone: Tone
  title: string
  /** One sentence more; empty for none. */
  detail: string
  /** The last lines that a program wrote before it failed. */
  lines: readonly string[]
}

/** What a timeline says about an event. */
export const eventText = (event: InstanceEvent): EventText => {
  const [tone, title] = kinds[event.kind]
  const { lastLines } = event.data
  return {
    tone,
    title: titleOf(event, isCrashLoop(event) ? 'Crash loop' : title),
    detail: detailOf(event),
    lines: Array.isArray(lastLines) ? lastLines.map(String) : [],
  }
}

const isCrashLoop = ({ kind, data }: InstanceEvent): boolean => kind === 'replicaExited' && data.code === 'crashLoop'

function titleOf({ kind, data, service }: InstanceEvent, title: string): string {
  if (kind === 'deploymentCreated' || kind === 'trafficSwitched')
    return typeof data.number === 'number' ? title.replace('Deployment', `Deployment ${data.number}`) : title
  if (kind.startsWith('replica')) {
    const name = typeof data.index === 'number' ? `${service} ${data.index + 1}` : service
    return `${title}: ${name}`
  }
  return title
}

const reasons: Readonly<Record<string, string>> = {
  create: 'Created.',
  update: 'Configuration updated.',
  restart: 'Restarted.',
  rollback: 'Rolled back',
  redeploy: 'Deployed again.',
}

function detailOf({ kind, data, service }: InstanceEvent): string {
  const { message, domain, reason, repeats, before, after, replaced, volume, usedBytes, sizeBytes, exitCode } = data
  if (typeof domain === 'string') return typeof message === 'string' ? `${domain}: ${message}` : domain
  if (typeof message === 'string') return message
  switch (kind) {
    case 'deploymentCreated': {
      const text = reasons[String(reason)] ?? ''
      return reason === 'rollback' ? `${text}${typeof repeats === 'number' ? ` to deployment ${repeats}` : ''}.` : text
    }
    case 'trafficSwitched':
      return typeof replaced === 'number' ? `It replaced deployment ${replaced}.` : ''
    case 'instanceRenamed':
    case 'instanceMoved':
      return typeof after === 'string' ? `${typeof before === 'string' ? `From ${before} to` : 'To'} ${after}.` : ''
    case 'instanceClosed':
      return reason === 'finished' ? 'All of its programs exited successfully.' : ''
    case 'volumeFilling':
    case 'volumeFull':
    case 'volumeEmptied':
      return volumeDetail(volume, usedBytes, sizeBytes)
    case 'replicasScaled':
      return typeof data.to === 'number' ? `${service}: ${data.from} to ${data.to}.` : ''
    case 'scalingHeld':
      return `${service}: the replicas are not measured.`
    case 'runFailed':
      return typeof exitCode === 'number' ? `Exit code ${exitCode}.` : ''
    default:
      return ''
  }
}

const volumeDetail = (volume: unknown, used: unknown, size: unknown): string =>
  typeof used === 'number' && typeof size === 'number'
    ? `${volume} uses ${formatBytes(used)} of ${formatBytes(size)}.`
    : `${volume}.`
