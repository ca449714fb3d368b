import * as v from 'valibot'
import { may } from '../access.ts'
import { call } from '../call.ts'
import { done, filledText, organizationId, projectId, text } from '../wire/common.ts'
import { savedView, savedViewId } from '../wire/saved-view.ts'

const byId = v.strictObject({ id: savedViewId })
const name = filledText(60)
const query = v.pipe(text(500), v.regex(/^[\w%+.~*=&-]*$/, 'Not a valid query.'))

export const savedViewCalls = {
  createSavedView: call({
    method: 'POST',
    path: 'compute-project/{id}/saved-views',
    access: may('instances.write', 'project', 'params.id'),
    params: v.strictObject({ id: projectId }),
    body: v.strictObject({ name, query }),
    response: v.object({ savedView }),
    success: 'View saved',
    invalidates: [],
    summary: 'Save filters of a project’s instance list for all members of its organisation.',
  }),
  readSavedViews: call({
    method: 'GET',
    path: 'organization/{id}/saved-views',
    access: may('instances.read', 'organization', 'params.id'),
    params: v.strictObject({ id: organizationId }),
    response: v.object({ savedViews: v.array(savedView) }),
    summary: 'List the saved views of an organisation by name. A project can have at most 50, and an organisation 500.',
  }),
  readSavedView: call({
    method: 'GET',
    path: 'saved-view/{id}',
    access: may('instances.read', 'savedView', 'params.id'),
    params: byId,
    response: v.object({ savedView }),
    summary: 'Get a saved view.',
  }),
  renameSavedView: call({
    method: 'PATCH',
    path: 'saved-view/{id}',
    access: may('instances.write', 'savedView', 'params.id'),
    params: byId,
    body: v.strictObject({ name }),
    response: v.object({ savedView }),
    success: 'View renamed',
    invalidates: [],
    summary: 'Rename a saved view.',
  }),
  deleteSavedView: call({
    method: 'DELETE',
    path: 'saved-view/{id}',
    access: may('instances.write', 'savedView', 'params.id'),
    params: byId,
    response: done,
    success: 'View deleted',
    invalidates: [],
    summary: 'Delete a saved view.',
  }),
}
