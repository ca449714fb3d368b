import * as v from 'valibot'
import { may, mayMoveData } from '../../access.ts'
import { call } from '../../call.ts'
import { done, projectId, text } from '../../wire/common.ts'
import { address, addressId, addressName } from '../../wire/instance/address.ts'

const byId = v.strictObject({ id: addressId })
const ofProject = v.strictObject({ id: projectId })

export const addressCalls = {
  readProjectAddresses: call({
    method: 'GET',
    path: 'compute-project/{id}/addresses',
    access: may('instances.read', 'project', 'params.id'),
    params: ofProject,
    response: v.object({ addresses: v.array(address) }),
    summary: 'List the IP addresses that a project holds: static ones by name, then dedicated ones.',
  }),
  readAddress: call({
    method: 'GET',
    path: 'address/{id}',
    access: may('instances.read', 'address', 'params.id'),
    params: byId,
    response: v.object({ address }),
    summary: 'Get an IP address with the service that it is attached to.',
  }),
  leaseAddress: call({
    method: 'POST',
    path: 'compute-project/{id}/addresses',
    access: may('instances.write', 'project', 'params.id'),
    params: ofProject,
    body: v.strictObject({ name: addressName, region: v.optional(text(60), '') }),
    response: v.object({ address }),
    success: 'IP address leased',
    invalidates: [],
    summary: 'Lease a static IP address for a project. It costs its price until it is released.',
  }),
  releaseAddress: call({
    method: 'DELETE',
    path: 'address/{id}',
    access: mayMoveData('address', 'params.id'),
    stepUp: true,
    params: byId,
    response: done,
    success: 'IP address released',
    invalidates: [],
    summary: 'Release a static IP address. Rejected while a running instance uses it.',
  }),
}
