"""What rule systems share if they like: wording of reports, values of scenario files, suggestions."""
