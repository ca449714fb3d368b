import * as v from 'valibot'
import { instanceId, instant, micros, organizationId, projectId, uuid } from '../common.ts'
import { dnsLabel } from './resources.ts'

export const addressId = v.pipe(uuid, v.brand('AddressId'))

/** A dedicated address is a service's while its instance runs; a static one is the project's until it is released. */
export const addressTypes = ['dedicated', 'static'] as const

/** The project's name of a static address. */
export const addressName = dnsLabel

/** An IP address of a region's pool that a project holds. */
export const address = v.object({
  _id: addressId,
  organizationId,
  projectId,
  type: v.picklist(addressTypes),
  /** Empty for a dedicated address. */
  name: v.string(),
  ip: v.string(),
  region: v.string(),
  /** The instance whose configuration names it. */
  attachment: v.nullable(v.object({ instanceId, service: v.string() })),
  dailyPriceMicros: micros,
  revision: v.number(),
  createdAt: instant,
  updatedAt: instant,
})

/** Where visitors reach a port of a service through the forwarder. */
export const portAddress = v.object({
  host: v.string(),
  port: v.number(),
  /** Why nothing listens there; null if it does. */
  error: v.nullable(v.string()),
})

export type AddressId = v.InferOutput<typeof addressId>
export type Address = v.InferOutput<typeof address>
export type PortAddress = v.InferOutput<typeof portAddress>
