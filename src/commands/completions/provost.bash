# Completion of provost in bash. Names come from the database as it is at that moment.

_provost() {
    # Bash breaks words at : = and @ as well; the program takes them as they are typed, up to the cursor.
    local rest=${COMP_LINE:0:COMP_POINT} words=() word trimmed at
    for ((at = 0; at <= COMP_CWORD; at++)); do
        trimmed=${rest#"${rest%%[![:space:]]*}"}
        word=${COMP_WORDS[at]}
        if ((at == COMP_CWORD)); then word=$trimmed; fi
        if ((at == 0)) || [[ $trimmed != "$rest" ]]; then
            words+=("$word")
        else
            words[${#words[@]} - 1]+=$word
        fi
        rest=${trimmed#"$word"}
    done
    # What bash takes for the word may begin later, and what stands before that is no part of a reply.
    local last=$((${#words[@]} - 1)) quoted=no reply
    case ${words[last]} in [\'\"]*) quoted=yes ;; esac
    local typed=${words[last]#[\'\"]}
    local before=${typed%"$2"}
    if [[ $quoted == no ]]; then typed=${typed//\\/} before=${before//\\/}; fi
    words[last]=$typed
    COMPREPLY=()
    while IFS= read -r reply || [[ -n $reply ]]; do
        reply=${reply#"$before"}
        if [[ $quoted == no && $reply == *[[:space:]\'\"\\\$\`\*\?\[\;\&\|\<\>\(\)\#]* ]]; then
            printf -v reply '%q' "$reply"
        fi
        COMPREPLY+=("$reply")
    done < <(
        COMPLETE=bash _CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$last _CLAP_COMPLETE_COMP_TYPE=$COMP_TYPE \
            _CLAP_COMPLETE_SPACE=false provost -- "${words[@]}" 2>/dev/null
    )
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=/:,] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}

if [[ ${BASH_VERSINFO[0]} -gt 4 || (${BASH_VERSINFO[0]} -eq 4 && ${BASH_VERSINFO[1]} -ge 4) ]]; then
    complete -o bashdefault -o nosort -F _provost provost
else
    complete -o bashdefault -F _provost provost
fi
