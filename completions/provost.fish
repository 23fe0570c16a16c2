complete --keep-order --exclusive --command provost --arguments "(COMPLETE=fish provost -- (commandline --current-process --tokenize --cut-at-cursor) (commandline --current-token))"
