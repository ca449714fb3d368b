import * as v from 'valibot'
import { instanceId, instant, organizationId, uuid } from '../common.ts'

export const domainId = v.pipe(uuid, v.brand('DomainId'))

export const domainTypes = ['domain', 'subdomain', 'handshake-domain', 'handshake-subdomain', 'ens-domain'] as const

/**
 * `pending` has not been proved yet; `unreachable` was proved, and its records no longer lead here; `taken` was proved
 * by another organisation since.
 */
export const domainStates = ['pending', 'verified', 'unreachable', 'taken'] as const

/** `ALIAS` stands for what DNS providers offer in place of a CNAME record at an apex: ALIAS, ANAME or flattening. */
export const recordTypes = ['TXT', 'CNAME', 'ALIAS', 'A', 'AAAA'] as const

/** A record to set at the DNS provider. */
export const domainRecord = v.object({
  purpose: v.picklist(['ownership', 'routing', 'certificate']),
  type: v.picklist(recordTypes),
  name: v.string(),
  value: v.string(),
})

/** What one resolver answered in the last check. */
export const domainCheck = v.object({
  purpose: v.picklist(['ownership', 'routing']),
  /** The address of the resolver; `system` for that of the machine. */
  resolver: v.string(),
  query: v.string(),
  expected: v.array(v.string()),
  received: v.array(v.string()),
  /** Null when the resolver did not answer. */
  passed: v.nullable(v.boolean()),
  message: v.string(),
})

/**
 * `none` has no certificate and gets none; `waiting` and `ordering` get their first one; `renewing` has one that is
 * being replaced; `overdue` has one whose replacement failed; `failing` and `expired` have no valid one.
 */
export const certificateStates = [
  'none',
  'waiting',
  'ordering',
  'issued',
  'renewing',
  'overdue',
  'failing',
  'expired',
] as const

export const domainCertificate = v.object({
  state: v.picklist(certificateStates),
  /** Null while there is none. */
  source: v.nullable(v.picklist(['acme', 'uploaded'])),
  issuer: v.string(),
  names: v.array(v.string()),
  notBefore: v.nullable(instant),
  expiresAt: v.nullable(instant),
  /** Why the last order failed, or why none is made; empty otherwise. */
  error: v.string(),
  /** When the next order begins. */
  nextAttemptAt: v.nullable(instant),
})

/** A host name of its own for an instance. */
export const domain = v.object({
  _id: domainId,
  organizationId,
  instanceId,
  type: v.picklist(domainTypes),
  /** In ASCII, as in DNS. */
  name: v.string(),
  /** As its owner writes it. */
  displayName: v.string(),
  /** The port that it leads to; null for the first HTTP port of the instance. */
  containerPort: v.nullable(v.number()),
  verified: v.boolean(),
  state: v.picklist(domainStates),
  records: v.array(domainRecord),
  checks: v.array(domainCheck),
  checkedAt: v.nullable(instant),
  nextCheckAt: v.nullable(instant),
  /** Answers requests over HTTP with a redirect to HTTPS once there is a certificate. */
  redirectToHttps: v.boolean(),
  /** Seconds of Strict-Transport-Security; 0 sends none. */
  hstsSeconds: v.number(),
  certificate: domainCertificate,
  revision: v.number(),
  createdAt: instant,
  updatedAt: instant,
})

/** Where the records of all domains lead to. */
export const cdnRecord = v.object({
  /** Empty when the installation has no IPv4 address of its own. */
  recordIpv4V2: v.string(),
  recordCnameV2: v.string(),
})

export type DomainId = v.InferOutput<typeof domainId>
export type Domain = v.InferOutput<typeof domain>
export type DomainType = Domain['type']
export type DomainState = Domain['state']
export type DomainRecord = v.InferOutput<typeof domainRecord>
export type DomainCheck = v.InferOutput<typeof domainCheck>
export type DomainCertificate = v.InferOutput<typeof domainCertificate>
export type CertificateState = DomainCertificate['state']
