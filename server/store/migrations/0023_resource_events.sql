-- Stored events get the form of today: a new resource is a row, a change is the fields that changed.
update organization_event set event = case when event #>> '{instance,revision}' = '1'
    then jsonb_build_object('kind', 'instanceCreated', 'row', event -> 'instance')
    else jsonb_build_object('kind', 'instanceChanged', 'id', event #> '{instance,_id}',
      'revision', event #> '{instance,revision}', 'changes', event -> 'instance') end
  where event ->> 'kind' = 'instanceChanged' and event ? 'instance';
--> statement-breakpoint
update organization_event set event = case when event #>> '{project,revision}' = '1'
    then jsonb_build_object('kind', 'projectCreated', 'row', event -> 'project')
    else jsonb_build_object('kind', 'projectChanged', 'id', event #> '{project,_id}',
      'revision', event #> '{project,revision}', 'changes', event -> 'project') end
  where event ->> 'kind' = 'projectChanged' and event ? 'project';
--> statement-breakpoint
update organization_event set event = event - 'projectId' where event ->> 'kind' = 'instanceRemoved';
