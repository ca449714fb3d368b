import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { exactText, filledText, instanceId, projectId } from '../../wire/common.ts'
import { cdnRecord, domain, domainId, domainTypes } from '../../wire/domains/domain.ts'
import { portNumber } from '../../wire/instance/health-check.ts'

const ofInstance = v.strictObject({ id: instanceId })
const ofDomain = v.strictObject({ id: instanceId, domainId })
const mayChange = may('instances.write', 'instance', 'params.id')
const changed = v.object({ message: v.string(), domain })
/** Two years. */
const MAX_HSTS_SECONDS = 63_072_000
/** The response names the type of the domain. */
const MESSAGE = ''

export const httpsSupport = v.object({
  /** Whether the gateway has a listener for HTTPS. */
  isServed: v.boolean(),
  /** Whether certificates are ordered from an authority. */
  isAutomatic: v.boolean(),
  /** What is missing, for the operator; empty when nothing is. */
  missing: v.string(),
})

/** Types of domains that this installation cannot check. */
export const unavailableType = v.object({
  type: v.picklist(domainTypes),
  /** For users. */
  reason: v.string(),
})

export const domainCalls = {
  readDomains: call({
    method: 'GET',
    path: 'compute-instance/{id}/domains',
    access: may('instances.read', 'instance', 'params.id'),
    params: ofInstance,
    response: v.object({
      domains: v.array(domain),
      https: httpsSupport,
      unavailableTypes: v.array(unavailableType),
    }),
    summary: 'List the domains of an instance by name, with the records to set and the result of the last check.',
  }),
  readDomain: call({
    method: 'GET',
    path: 'domain/{id}',
    access: may('instances.read', 'domain', 'params.id'),
    params: v.strictObject({ id: domainId }),
    response: v.object({ domain }),
    summary: 'Get a domain.',
  }),
  createDomain: call({
    method: 'POST',
    path: 'compute-instance/{id}/domains',
    access: mayChange,
    params: ofInstance,
    body: v.strictObject({
      type: v.picklist(domainTypes),
      name: filledText(253),
      containerPort: v.optional(v.nullable(portNumber), null),
    }),
    response: changed,
    success: MESSAGE,
    invalidates: ['readDomains'],
    summary: 'Add a domain to an instance. It serves once its records are verified.',
  }),
  updateDomain: call({
    method: 'PATCH',
    path: 'compute-instance/{id}/domains/{domainId}',
    access: mayChange,
    params: ofDomain,
    body: v.strictObject({
      containerPort: v.optional(v.nullable(portNumber)),
      redirectToHttps: v.optional(v.boolean()),
      hstsSeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_HSTS_SECONDS))),
      /** Another instance of the organisation, to which the domain moves. */
      instanceId: v.optional(instanceId),
    }),
    response: changed,
    success: MESSAGE,
    invalidates: ['readDomains'],
    summary: 'Change where a domain leads, or move it to another instance of the organisation.',
  }),
  deleteDomain: call({
    method: 'DELETE',
    path: 'compute-instance/{id}/domains/{domainId}',
    access: mayChange,
    params: ofDomain,
    response: v.object({ message: v.string() }),
    success: MESSAGE,
    invalidates: ['readDomains'],
    summary: 'Remove a domain with its certificate.',
  }),
  verifyDomain: call({
    method: 'PATCH',
    path: 'compute-instance/{id}/domains/{domainId}/verify',
    access: mayChange,
    params: ofDomain,
    response: v.object({ domain }),
    invalidates: [],
    summary: 'Check the records of a domain now. They are checked repeatedly without this call, too.',
  }),
  uploadCertificate: call({
    method: 'PUT',
    path: 'compute-instance/{id}/domains/{domainId}/certificate',
    access: mayChange,
    params: ofDomain,
    body: v.strictObject({ certificate: exactText(65_536), privateKey: exactText(16_384) }),
    response: changed,
    success: MESSAGE,
    invalidates: [],
    summary: 'Upload a certificate with its chain and key, as PEM, in place of the one of the authority.',
  }),
  deleteCertificate: call({
    method: 'DELETE',
    path: 'compute-instance/{id}/domains/{domainId}/certificate',
    access: mayChange,
    params: ofDomain,
    response: changed,
    success: MESSAGE,
    invalidates: [],
    summary: 'Remove an uploaded certificate. The authority’s takes its place where certificates are automatic.',
  }),
  readCdnRecords: call({
    method: 'GET',
    path: 'project/{id}/domains/cdn-records',
    access: may('instances.read', 'project', 'params.id'),
    params: v.strictObject({ id: projectId }),
    response: v.object({ projectId, cdnRecord }),
    summary: 'Get the IPv4 address and the host name to which the records of domains lead.',
  }),
}
