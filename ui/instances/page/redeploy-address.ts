import type { Instance } from '../../../src/contract/wire/compute.ts'

const GIB = 1_073_741_824

/** Returns the address of the wizard's review step with the same choices. */
export const redeployAddress = (organization: string, instance: Instance): string => {
  const query = new URLSearchParams({ step: 'review', region: instance.region, plan: instance.machineImageId })
  query.set('redeploy', instance._id)
  if (instance.templateId) {
    query.set('template', instance.templateId)
    query.set('version', instance.image)
  } else {
    query.set('image', instance.image)
    if (instance.cluster) {
      query.set('from', 'cluster')
      query.set('cluster', instance.cluster)
    }
  }
  if (instance.machineImageId.startsWith('custom-id')) {
    query.set('cpu', String(instance.cpu / 1000))
    query.set('ram', String(instance.memory / GIB))
    query.set('storage', String(instance.storage / GIB))
  }
  return `/${organization}/${instance.computeProject}/new-instance?${query}`
}
