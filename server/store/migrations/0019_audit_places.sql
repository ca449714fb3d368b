DROP INDEX "audit_entry_organization_id_number_index";--> statement-breakpoint
DROP INDEX "audit_entry_user_id_number_index";