import * as v from 'valibot'
import { may } from '../access.ts'
import { call } from '../call.ts'
import { organizationId } from '../wire/common.ts'
import { billingDetails } from '../wire/organization.ts'

const given = v.strictObject({ organizationId, ...billingDetails })
const storedDetails = v.object({ organizationId, ...billingDetails })
const mayWrite = may('billing.write', 'organization', 'body.organizationId')
const path = 'invoice-additional-info'

export const billingDetailCalls = {
  readBillingDetails: call({
    method: 'GET',
    path: `${path}/{orgId}`,
    access: may('billing.read', 'organization', 'params.orgId'),
    params: v.strictObject({ orgId: organizationId }),
    response: v.object({ billingDetails: v.nullable(storedDetails) }),
    summary: 'Get the billing details of an organisation; null until they are saved.',
  }),
  createBillingDetails: call({
    method: 'POST',
    path,
    access: mayWrite,
    body: given,
    response: v.object({ billingDetails: storedDetails }),
    success: 'Invoice details saved',
    invalidates: ['readBillingDetails'],
    summary: 'Save the billing details of an organisation for the first time.',
  }),
  saveBillingDetails: call({
    method: 'PUT',
    path,
    access: mayWrite,
    body: given,
    response: v.object({ billingDetails: storedDetails }),
    success: 'Invoice details updated successfully',
    invalidates: ['readBillingDetails'],
    summary: 'Change the billing details of an organisation.',
  }),
}
