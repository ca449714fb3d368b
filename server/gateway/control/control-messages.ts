import * as v from 'valibot'
import { wakeRejections } from '../holding/wake-rejection.ts'
import type { Route } from '../routes/route.ts'

const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const port = v.pipe(whole, v.maxValue(65_535))

const target = v.object({ id: v.string(), address: v.pipe(v.string(), v.ip()), hostPort: port })
const route: v.GenericSchema<Route> = v.object({
  id: v.string(),
  host: v.string(),
  name: v.string(),
  owner: v.optional(v.string()),
  state: v.picklist(['running', 'starting', 'closed', 'failed']),
  defaultPort: v.nullable(port),
  ports: v.array(v.object({ containerPort: port, targets: v.array(target), wakes: v.optional(v.string()) })),
  domains: v.optional(
    v.array(
      v.object({
        id: v.string(),
        name: v.string(),
        containerPort: v.nullable(port),
        redirects: v.boolean(),
        hstsSeconds: whole,
        servesChallenges: v.boolean(),
      }),
    ),
  ),
  listeners: v.optional(
    v.array(
      v.object({
        protocol: v.picklist(['tcp', 'udp']),
        address: v.nullable(v.pipe(v.string(), v.ip())),
        port,
        targets: v.array(target),
      }),
    ),
  ),
})

/** PEM, the leaf first. */
const certificate = v.object({ domainId: v.string(), chain: v.string(), key: v.string() })
export type SentCertificate = v.InferOutput<typeof certificate>

/** From the control plane to the gateway. */
export const command = v.variant('type', [
  v.object({
    type: v.literal('allRoutes'),
    revision: whole,
    routes: v.array(route),
    isFirst: v.boolean(),
    isLast: v.boolean(),
  }),
  v.object({
    type: v.literal('changedRoutes'),
    revision: whole,
    routes: v.array(route),
    removedIds: v.array(v.string()),
  }),
  v.object({
    type: v.literal('allCertificates'),
    certificates: v.array(certificate),
    isFirst: v.boolean(),
    isLast: v.boolean(),
  }),
  v.object({
    type: v.literal('changedCertificates'),
    certificates: v.array(certificate),
    removedIds: v.array(v.string()),
  }),
  /** Certificates that answer TLS-ALPN-01 challenges, each for one name, in place of the former ones. */
  v.object({
    type: v.literal('challenges'),
    number: whole,
    challenges: v.array(v.object({ name: v.string(), certificate: v.string(), key: v.string() })),
  }),
  v.object({ type: v.literal('drain'), number: whole, targetId: v.string(), graceMs: whole }),
  /** The answer to `wake`, with the reason when the service is not started. */
  v.object({
    type: v.literal('waking'),
    instanceId: v.string(),
    service: v.string(),
    rejection: v.nullable(v.picklist(wakeRejections)),
  }),
  v.object({ type: v.literal('stop'), graceMs: whole }),
])
export type Command = v.InferOutput<typeof command>

/** From the gateway to the control plane. */
export const report = v.variant('type', [
  v.object({
    type: v.literal('hello'),
    /** Of the program and its settings: a control plane adopts only a gateway that it would start itself. */
    fingerprint: v.string(),
    pid: whole,
    port,
    /** Set when the gateway could not listen, and ends. */
    listenError: v.nullable(v.string()),
    /** The setting of the port that could not be opened. */
    failedSetting: v.optional(v.string()),
    /** The additional ports. */
    httpPort: v.optional(v.nullable(port)),
    httpsPort: v.optional(v.nullable(port)),
  }),
  v.object({ type: v.literal('challengesReady'), number: whole }),
  v.object({ type: v.literal('acknowledged'), revision: whole }),
  v.object({ type: v.literal('drained'), number: whole }),
  /** The listeners of routes that could not be opened, whenever they may have changed. */
  v.object({
    type: v.literal('listening'),
    failures: v.array(v.object({ protocol: v.picklist(['tcp', 'udp']), address: v.string(), port, code: v.string() })),
  }),
  /** What targets, and instances without a target, served in the ten seconds that begin at this time. */
  v.object({
    type: v.literal('traffic'),
    /** Seconds since 1970. */
    at: whole,
    /** From 0, where there are too many entries for one message. */
    part: whole,
    busy: v.array(
      v.object({
        id: v.string(),
        statuses: v.array(whole),
        abandoned: whole,
        bytesIn: whole,
        bytesOut: whole,
        connections: whole,
        latency: v.array(whole),
      }),
    ),
    /** These served nothing. */
    idle: v.array(v.string()),
  }),
  /** Requests wait for a service that sleeps. Repeated while they do. */
  v.object({ type: v.literal('wake'), instanceId: v.string(), service: v.string() }),
  /** The public port is free again. */
  v.object({ type: v.literal('released') }),
])
export type Report = v.InferOutput<typeof report>
export type Hello = Extract<Report, { type: 'hello' }>
export type WakeReport = Extract<Report, { type: 'wake' }>
export type TrafficReport = Extract<Report, { type: 'traffic' }>
export type ListenReport = Extract<Report, { type: 'listening' }>
