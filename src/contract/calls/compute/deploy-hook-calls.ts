import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { done, instanceId, instant } from '../../wire/common.ts'

const byId = v.strictObject({ id: instanceId })
const mayChange = may('instances.write', 'instance', 'params.id')

export const deployHook = v.object({
  /** Requests without a signature are rejected. */
  signatureRequired: v.boolean(),
  createdAt: instant,
  lastUsedAt: v.nullable(instant),
  /** What the last accepted request did. */
  lastResult: v.string(),
})

/** The secret address of an instance that redeploys it. */
export const deployHookCalls = {
  readDeployHook: call({
    method: 'GET',
    path: 'compute-instance/{id}/deploy-hook',
    access: mayChange,
    params: byId,
    response: v.object({ deployHook: v.nullable(deployHook) }),
    summary: 'Get whether an instance has a deploy hook, and when it was last used.',
  }),
  createDeployHook: call({
    method: 'POST',
    path: 'compute-instance/{id}/deploy-hook',
    access: mayChange,
    params: byId,
    body: v.strictObject({ signatureRequired: v.optional(v.boolean(), false) }),
    /** Both are returned once. */
    response: v.object({ url: v.string(), signingSecret: v.string(), deployHook }),
    oneTimeResponse: true,
    invalidates: ['readDeployHook'],
    summary: 'Create the deploy hook of an instance, in place of an earlier one. Its address is returned once.',
  }),
  deleteDeployHook: call({
    method: 'DELETE',
    path: 'compute-instance/{id}/deploy-hook',
    access: mayChange,
    params: byId,
    response: done,
    success: 'Deploy hook deleted',
    invalidates: ['readDeployHook'],
    summary: 'Delete the deploy hook of an instance. Its address stops working at once.',
  }),
}
