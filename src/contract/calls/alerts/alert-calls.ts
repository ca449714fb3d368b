import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { alert } from '../../wire/alerts/alert.ts'
import { delivery } from '../../wire/alerts/alert-delivery.ts'
import { alertId } from '../../wire/alerts/alert-ids.ts'
import { alertSettings, muteSettings } from '../../wire/alerts/alert-settings.ts'
import { incident, incidentId } from '../../wire/alerts/incident.ts'
import { done, instanceId, limit, organizationId, skip, yesNo } from '../../wire/common.ts'

const byId = v.strictObject({ id: alertId })
const ofOrganization = v.strictObject({ id: organizationId })
const settings = v.strictObject(alertSettings)

export const alertCalls = {
  readAlerts: call({
    method: 'GET',
    path: 'organization/{id}/alerts',
    access: may('instances.read', 'organization', 'params.id'),
    params: ofOrganization,
    response: v.object({ alerts: v.array(alert) }),
    summary: 'List the alert rules of an organisation by name. It can have at most 200.',
  }),
  readAlert: call({
    method: 'GET',
    path: 'alert/{id}',
    access: may('instances.read', 'alert', 'params.id'),
    params: byId,
    response: v.object({ alert }),
    summary: 'Get an alert rule.',
  }),
  createAlert: call({
    method: 'POST',
    path: 'organization/{id}/alerts',
    access: may('instances.write', 'organization', 'params.id'),
    params: ofOrganization,
    body: settings,
    response: v.object({ alert }),
    success: 'Alert rule created',
    invalidates: [],
    summary: 'Create an alert rule for an organisation, one of its projects, or one of its instances.',
  }),
  updateAlert: call({
    method: 'PUT',
    path: 'alert/{id}',
    access: may('instances.write', 'alert', 'params.id'),
    params: byId,
    body: v.strictObject({ ...alertSettings, revision: v.optional(v.number()) }),
    response: v.object({ alert }),
    success: 'Alert rule saved',
    invalidates: [],
    summary: 'Replace the settings of an alert rule. Its open incidents end when its condition or its scope changes.',
  }),
  muteAlert: call({
    method: 'PUT',
    path: 'alert/{id}/mute',
    access: may('instances.write', 'alert', 'params.id'),
    params: byId,
    body: muteSettings,
    response: v.object({ alert }),
    invalidates: [],
    summary: 'Mute an alert rule until a time or until it is unmuted, or unmute it. Incidents are recorded meanwhile.',
  }),
  testAlert: call({
    method: 'POST',
    path: 'alert/{id}/test',
    access: may('instances.write', 'alert', 'params.id'),
    params: byId,
    response: done,
    success: 'Test message sent',
    invalidates: [],
    summary: 'Send a test message to the channels and members that an alert rule informs.',
  }),
  deleteAlert: call({
    method: 'DELETE',
    path: 'alert/{id}',
    access: may('instances.write', 'alert', 'params.id'),
    params: byId,
    response: done,
    success: 'Alert rule deleted',
    invalidates: [],
    summary: 'Delete an alert rule with its incidents.',
  }),
  readIncidents: call({
    method: 'GET',
    path: 'organization/{id}/alert-incidents',
    access: may('instances.read', 'organization', 'params.id'),
    params: ofOrganization,
    query: v.strictObject({
      instanceId: v.optional(instanceId),
      alertId: v.optional(alertId),
      firing: v.optional(yesNo),
      skip,
      limit: limit(20),
    }),
    response: v.object({ incidents: v.array(incident), totalCount: v.number() }),
    summary: 'List the incidents of an organisation: those that still fire first, then the newest.',
  }),
  readIncident: call({
    method: 'GET',
    path: 'alert/{id}/incidents/{incidentId}',
    access: may('instances.read', 'alert', 'params.id'),
    params: v.strictObject({ id: alertId, incidentId }),
    response: v.object({ incident, lines: v.array(v.string()), deliveries: v.array(delivery) }),
    summary: 'Get an incident of an alert rule with its log lines and the deliveries of its messages to channels.',
  }),
  acknowledgeIncident: call({
    method: 'POST',
    path: 'alert/{id}/acknowledge',
    access: may('instances.write', 'alert', 'params.id'),
    params: byId,
    body: v.strictObject({ incidentId }),
    response: done,
    success: 'Incident acknowledged',
    invalidates: ['readIncidents', 'readIncident'],
    summary: 'Show the other members that you take care of an incident of an alert rule.',
  }),
  previewAlert: call({
    method: 'POST',
    path: 'organization/{id}/alert-preview',
    access: may('instances.read', 'organization', 'params.id'),
    params: ofOrganization,
    body: v.strictObject({
      projectId: alertSettings.projectId,
      instanceId: alertSettings.instanceId,
      service: alertSettings.service,
      condition: alertSettings.condition,
    }),
    /** Null where the last 24 hours cannot tell. */
    response: v.object({ fired: v.nullable(v.number()) }),
    invalidates: [],
    summary: 'Count how often a rule would have fired in the last 24 hours. Only for metrics of one instance.',
  }),
}
