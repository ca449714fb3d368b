import type { KindName } from './kinds.ts'

/** What the audit log writes down about each kind, with labels. No page needs them first, so they are apart from the kinds. */
export const kindAudit = {
  project: {
    created: 'Project created',
    archived: 'Project archived',
    restored: 'Project restored',
    deleted: 'Project deleted',
  },
  cluster: { created: 'Cluster created', deleted: 'Cluster deleted' },
  instance: {
    created: 'Instance deployed',
    updated: 'Instance updated',
    restarted: 'Instance restarted',
    redeployed: 'Instance redeployed',
    rolledBack: 'Instance rolled back',
    autoscalingChanged: 'Autoscaling rules changed',
    woken: 'Instance woken',
    renamed: 'Instance renamed',
    moved: 'Instance moved to another project',
    closed: 'Instance closed',
    deleted: 'Instance deleted',
    variableRevealed: 'Variable revealed',
    commandRun: 'Command run',
    commandExecuted: 'Command executed in a container',
    runCanceled: 'Run cancelled',
    jobCreated: 'Job created',
    jobChanged: 'Job changed',
    jobDeleted: 'Job deleted',
    deployHookCreated: 'Deploy hook created',
    deployHookDeleted: 'Deploy hook deleted',
  },
  volume: {
    created: 'Volume created',
    resized: 'Volume enlarged',
    attached: 'Volume attached',
    deleted: 'Volume deleted',
    abandoned: 'Volume removed without its engine',
    downloaded: 'Volume downloaded',
    uploaded: 'Archive uploaded to a volume',
    snapshotCreated: 'Snapshot created',
    snapshotDeleted: 'Snapshot deleted',
    snapshotRestored: 'Snapshot restored',
    snapshotVerified: 'Test restore started',
    snapshotDownloaded: 'Snapshot downloaded',
    backupCreated: 'Backup plan created',
    backupUpdated: 'Backup plan changed',
    backupDeleted: 'Backup plan deleted',
    backupStarted: 'Backup started',
  },
  domain: {
    created: 'Domain created',
    updated: 'Domain updated',
    deleted: 'Domain deleted',
  },
  address: {
    leased: 'IP address leased',
    attached: 'IP address attached',
    released: 'IP address released',
  },
  variableGroup: {
    created: 'Variable group created',
    changed: 'Variable group changed',
    deleted: 'Variable group deleted',
    variableRevealed: 'Variable of a group revealed',
  },
  drain: {
    created: 'Log drain created',
    changed: 'Log drain changed',
    paused: 'Log drain paused',
    resumed: 'Log drain resumed',
    tested: 'Log drain tested',
    deleted: 'Log drain deleted',
  },
  savedView: { created: 'View saved', renamed: 'View renamed', deleted: 'View deleted' },
  alert: {
    created: 'Alert rule created',
    changed: 'Alert rule changed',
    muted: 'Alert rule muted',
    unmuted: 'Alert rule unmuted',
    tested: 'Alert rule tested',
    acknowledged: 'Incident acknowledged',
    deleted: 'Alert rule deleted',
  },
  alertChannel: {
    created: 'Alert channel created',
    changed: 'Alert channel changed',
    secretRotated: 'Signing secret of an alert channel replaced',
    tested: 'Alert channel tested',
    redelivered: 'Alert message sent again',
    deleted: 'Alert channel deleted',
  },
} as const satisfies Record<KindName, Readonly<Record<string, string>>>

type ActionOf<Name extends KindName> = Name extends KindName
  ? `${Name}.${Extract<keyof (typeof kindAudit)[Name], string>}`
  : never
export type KindAction = ActionOf<KindName>

const labels: readonly [action: string, label: string][] = Object.entries(kindAudit).flatMap(([name, audit]) =>
  Object.entries(audit).map(([action, label]): [string, string] => [`${name}.${action}`, label]),
)

// Their names are those of the table.
export const kindActions = labels.map(([action]) => action as KindAction)

export const kindActionLabels = Object.fromEntries(labels) as Record<KindAction, string>
