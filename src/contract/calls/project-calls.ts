import * as v from 'valibot'
import { may, mayVisit } from '../access.ts'
import { call } from '../call.ts'
import { done, filledText, limit, organizationId, projectId, skip, text, yesNo } from '../wire/common.ts'
import { instance, instanceReport, instanceSorts, instanceStates, project, projectStates } from '../wire/compute.ts'

/** Archived projects are listed on request only. */
const state = v.optional(v.union([v.picklist(projectStates), v.literal('')]), 'MAINTAINED')

const byId = v.strictObject({ id: projectId })

export const projectCalls = {
  createProject: call({
    method: 'POST',
    path: 'compute-project/create',
    access: may('projects.write', 'organization', 'body.organizationId'),
    body: v.strictObject({
      organizationId,
      name: filledText(60),
      description: v.optional(text(400), ''),
      provider: v.optional(text(60), ''),
    }),
    response: project,
    success: 'Project Created!',
    invalidates: ['readProjects', 'countProjects'],
    summary: 'Create a project.',
  }),
  readProject: call({
    method: 'GET',
    path: 'compute-project/{id}',
    access: mayVisit('projects.read', 'project', 'params.id'),
    params: byId,
    response: v.object({ project }),
    summary: 'Get a project with the number of its instances by state.',
  }),
  deleteProject: call({
    method: 'DELETE',
    path: 'compute-project/{id}',
    access: may('projects.write', 'project', 'params.id'),
    stepUp: true,
    params: byId,
    response: done,
    success: 'Project deleted successfully',
    invalidates: ['readProjects', 'countProjects'],
    summary: 'Delete a project that has no instances.',
  }),
  readProjects: call({
    method: 'GET',
    path: 'organization/{id}/compute-projects',
    access: mayVisit('projects.read', 'organization', 'params.id'),
    params: v.strictObject({ id: organizationId }),
    query: v.strictObject({
      skip,
      limit: limit(6),
      topupReport: v.optional(yesNo),
      instanceCountReport: v.optional(yesNo, 'y'),
      state,
    }),
    response: v.object({ projects: v.array(project), totalCount: v.number() }),
    summary:
      'List the projects of an organisation, newest first, without the archived ones unless `state` asks for them.',
  }),
  countProjects: call({
    method: 'GET',
    path: 'organization/{id}/compute-project/count',
    access: mayVisit('projects.read', 'organization', 'params.id'),
    params: v.strictObject({ id: organizationId }),
    query: v.strictObject({ state }),
    response: v.object({ count: v.number() }),
    summary: 'Count the projects of an organisation.',
  }),
  readInstances: call({
    method: 'GET',
    path: 'compute-project/{id}/instances',
    access: mayVisit('instances.read', 'project', 'params.id'),
    params: byId,
    query: v.strictObject({
      skip,
      limit: limit(50),
      topupReport: v.optional(yesNo),
      state: v.optional(v.union([v.picklist(instanceStates), v.literal('')]), ''),
      search: v.optional(text(), ''),
      sort: v.optional(v.union([v.picklist(instanceSorts), v.literal('')]), ''),
    }),
    response: v.object({ instances: v.array(instance), totalCount: v.number() }),
    summary:
      'List the instances of a project, filtered by state or by a part of the name, image, id or link; newest first by default.',
  }),
  countInstances: call({
    method: 'GET',
    path: 'compute-project/{id}/instances/count',
    access: mayVisit('instances.read', 'project', 'params.id'),
    params: byId,
    response: instanceReport,
    summary: 'Count the instances of a project by state.',
  }),
}
