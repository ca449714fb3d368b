import { and, eq } from 'drizzle-orm'
import type { ResponseOf } from '../../../src/contract/contract.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CallContext } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import type { Db } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'
import type { DeploymentSecrets } from '../deployments/deployment-secrets.ts'

/** Decrypts one variable. The audit entry is committed before the value is returned. */
export const revealVariable = (
  { db, deploymentSecrets }: { db: Db; deploymentSecrets: DeploymentSecrets },
  context: CallContext<'revealVariable'>,
): Promise<ResponseOf<'revealVariable'>> => {
  const { id, name, serviceName } = context.input
  const { organizationId } = scopeOf(context.scope)
  return db.transaction(async (tx) => {
    const [instance] = await tx
      .select({ name: instances.name, deploymentId: instances.desiredDeployment })
      .from(instances)
      .where(and(eq(instances.id, id), eq(instances.organizationId, organizationId)))
    if (!instance?.deploymentId) throw new ApiError('notFound')
    const found = await deploymentSecrets.read(tx, instance.deploymentId)
    if (!found) throw new ApiError('secretsUnreadable')
    const variable = found.variables.find(
      (one) => one.name === name && (serviceName === undefined || one.service === serviceName),
    )
    if (!variable) throw new ApiError('notFound', { message: `This instance has no variable ${name}.` })
    if (variable.isSecret)
      throw new ApiError('notAllowed', { message: `${name} is a secret, whose value cannot be read again.` })
    await writeAudit(tx, context, {
      organizationId,
      action: 'instance.variableRevealed',
      target: `${name} of ${instance.name}`,
      after: { variable: name },
    })
    return { value: variable.value }
  })
}
