import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { projectId } from '../../wire/common.ts'
import { project, projectStates } from '../../wire/compute.ts'

export const projectStateCalls = {
  setProjectState: call({
    method: 'PATCH',
    path: 'project/{id}/state',
    access: may('projects.write', 'project', 'params.id'),
    params: v.strictObject({ id: projectId }),
    body: v.strictObject({ state: v.picklist(projectStates) }),
    response: v.object({ project }),
    invalidates: ['readProjects', 'countProjects'],
    summary: 'Archive a project in which nothing runs, or restore it.',
  }),
}
